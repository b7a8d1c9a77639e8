import type { Change, ExecutionEnd } from '../change.ts'
import type { FlatMessage } from '../flat/flat-message.ts'
import type { StructuredError } from '../flat/structured-error.ts'
import { isRecord } from '../is-record.ts'
import type { Outcome } from '../outcome.ts'
import { readRunError } from '../run-error.ts'
import type { SessionEvent } from '../session-event.ts'
import { messageIDFromEvent } from './message-id-from-event.ts'

const EXECUTION = 'session.execution.'

// How betas spelled an outcome, in one event for all three (facts/opencode-1x-preview-api.md section 8).
const SETTLED: ReadonlyMap<unknown, Outcome> = new Map([
  ['success', 'succeeded'],
  ['failure', 'failed'],
  ['interrupted', 'interrupted'],
] as const)

/** What the beginning or the end of an execution of 2.x changes; undefined for another event. Never throws. */
export function readExecutionChange(event: SessionEvent): Change | undefined {
  const { type, props, sessionID } = event
  if (!type.startsWith(EXECUTION)) return undefined
  switch (type.slice(EXECUTION.length)) {
    case 'started':
      return { kind: 'execution-started', sessionID }
    case 'succeeded':
      return ended(event, 'succeeded')
    case 'failed':
      return ended(event, 'failed')
    case 'interrupted':
      // It leaves no mark, and the session keeps its outcome (facts/opencode-2x.md sections 2 and 6).
      return props['reason'] === 'shutdown' ? end(event, 'interrupted', true) : ended(event, 'interrupted')
    case 'settled': {
      const outcome = SETTLED.get(props['outcome'])
      return outcome && end(event, outcome, false)
    }
    default:
      return undefined
  }
}

function end({ props, sessionID }: SessionEvent, outcome: Outcome, resumable: boolean): ExecutionEnd {
  const { error } = props
  return {
    kind: 'execution-ended',
    sessionID,
    outcome,
    ...(isRecord(error) && { error: readRunError(error) }),
    resumable,
  }
}

function ended(event: SessionEvent, outcome: Outcome): ExecutionEnd {
  const { id, props, at = 0 } = event
  const messageID = messageIDFromEvent(id)
  const { error } = props
  const mark: FlatMessage | undefined =
    messageID === undefined
      ? undefined
      : { id: messageID, time: { created: at }, type: 'idle', outcome, ...(isStructuredError(error) && { error }) }
  return { ...end(event, outcome, false), ...(mark && { mark }), patch: { outcome, time: { idle: at } } }
}

const isStructuredError = (value: unknown): value is StructuredError =>
  isRecord(value) && typeof value['message'] === 'string' && typeof value['type'] === 'string'
