import { EVENT_MESSAGE_UPDATED } from './event-types.ts'
import { isEventType } from './is-event-type.ts'
import { isRecord } from './is-record.ts'
import { isStepEnded } from './is-step-ended.ts'
import { isStepFailed } from './is-step-failed.ts'
import { type NamedError, readErrorName } from './read-error-name.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/** The end of one step of the model. */
export interface AssistantTurnEnd {
  readonly sessionID: string
  readonly messageID: string
  readonly finish?: string
  readonly error?: NamedError
}

/**
 * The end of a step of the model, once for each step; a turn with tools has several. In 1.x its message has `time.completed`
 * (facts/opencode-1x.md section 3), and with structured output or a content filter opencode sends that twice; on the preview API and in
 * 2.x the step ended or failed. Undefined for anything else. Never throws.
 */
export function parseAssistantTurnEnd(type: string, props: unknown): AssistantTurnEnd | undefined {
  if (!isRecord(props)) return undefined
  if (isEventType(type, EVENT_MESSAGE_UPDATED))
    return isCompleted(props['info']) ? turnEnd(props, props['info']) : undefined
  if (!isStepEnded(type) && !isStepFailed(type)) return undefined
  // 1.15.13 with the experimental event system names no message here: its `message.updated` tells of the same end.
  return turnEnd(props, { ...props, id: props['assistantMessageID'] })
}

function isCompleted(info: unknown): info is Record<string, unknown> {
  if (!isRecord(info) || info['role'] !== 'assistant') return false
  return isRecord(info['time']) && typeof info['time']['completed'] === 'number'
}

function turnEnd(
  props: Readonly<Record<string, unknown>>,
  { id, finish, error }: Readonly<Record<string, unknown>>,
): AssistantTurnEnd | undefined {
  const sessionID = sessionIDFromProps(props)
  if (sessionID === undefined || typeof id !== 'string') return undefined
  const named = readErrorName(error)
  return { sessionID, messageID: id, ...(typeof finish === 'string' && { finish }), ...(named && { error: named }) }
}
