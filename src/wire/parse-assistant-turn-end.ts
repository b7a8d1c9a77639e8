import { EVENT_MESSAGE_UPDATED } from './event-types.ts'
import { isEventType } from './is-event-type.ts'
import { isRecord } from './is-record.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/** The end of one step of the model. */
export interface AssistantTurnEnd {
  readonly sessionID: string
  readonly messageID: string
  readonly finish?: string
  readonly error?: { readonly name: string; readonly message?: string }
}

/**
 * The end of a step of the model: its message has `time.completed`, once for each step; a turn with tools has several
 * (facts/opencode-1x.md section 3). Undefined for anything else. Never throws.
 */
export function parseAssistantTurnEnd(type: string, props: unknown): AssistantTurnEnd | undefined {
  if (!isEventType(type, EVENT_MESSAGE_UPDATED) || !isRecord(props) || !isRecord(props['info'])) return undefined
  const { role, time, id, finish, error } = props['info']
  const sessionID = sessionIDFromProps(props)
  if (role !== 'assistant' || !isRecord(time) || typeof time['completed'] !== 'number') return undefined
  if (sessionID === undefined || typeof id !== 'string') return undefined
  return {
    sessionID,
    messageID: id,
    ...(typeof finish === 'string' && { finish }),
    ...(isRecord(error) &&
      typeof error['name'] === 'string' && { error: nameAndMessage(error['name'], error['data']) }),
  }
}

/** An error's name, and the message of its data where there is one. */
export function nameAndMessage(name: string, data: unknown): { name: string; message?: string } {
  return { name, ...(isRecord(data) && typeof data['message'] === 'string' && { message: data['message'] }) }
}
