import { EVENT_MESSAGE_UPDATED } from './event-types.ts'
import { isEventType } from './is-event-type.ts'
import { isRecord } from './is-record.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/**
 * The session in which a message got ahead: the user sent one, or the model completed one. Undefined for everything that a session
 * which hangs emits as well: parts, deltas, tools, statuses, heartbeats. The cost is never looked at. Never throws.
 */
export function parseMessageLevelProgress(type: string, props: unknown): string | undefined {
  if (!isEventType(type, EVENT_MESSAGE_UPDATED) || !isRecord(props) || !isRecord(props['info'])) return undefined
  const { role, time } = props['info']
  const completed = isRecord(time) && typeof time['completed'] === 'number'
  return role === 'user' || (role === 'assistant' && completed) ? sessionIDFromProps(props) : undefined
}
