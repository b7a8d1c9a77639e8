import { EVENT_MESSAGE_UPDATED } from './event-types.ts'
import { isEventType } from './is-event-type.ts'
import { isRecord } from './is-record.ts'
import { isStepEnded } from './is-step-ended.ts'
import { isStepFailed } from './is-step-failed.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/**
 * The session in which a message got ahead: the user sent one, or the model completed one; on the preview API and in 2.x a prompt was
 * taken up, or a step ended or failed. Undefined for everything that a session which hangs emits as well: parts, deltas, tools,
 * statuses, heartbeats. The cost is never looked at. Never throws.
 */
export function parseMessageLevelProgress(type: string, props: unknown): string | undefined {
  if (isEventType(type, EVENT_MESSAGE_UPDATED)) {
    return isRecord(props) && isSentOrCompleted(props['info']) ? sessionIDFromProps(props) : undefined
  }
  const isProgress = isStepEnded(type) || isStepFailed(type) || PROMPT_TAKEN_UP.some((name) => isEventType(type, name))
  return isProgress ? sessionIDFromProps(props) : undefined
}

/**
 * A prompt waits from its admission until then: facts/opencode-1x-preview-api.md section 2, facts/opencode-2x.md section 3, and two
 * spellings of 2.x betas (facts/opencode-1x-preview-api.md section 8).
 */
const PROMPT_TAKEN_UP = [
  'session.next.prompted',
  'session.inbox.delivered',
  'session.prompt.promoted',
  'session.input.promoted',
]

function isSentOrCompleted(info: unknown): boolean {
  if (!isRecord(info)) return false
  const { role, time } = info
  return role === 'user' || (role === 'assistant' && isRecord(time) && typeof time['completed'] === 'number')
}
