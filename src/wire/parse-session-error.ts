import { EVENT_SESSION_ERROR } from './event-types.ts'
import { isEventType } from './is-event-type.ts'
import { isRecord } from './is-record.ts'
import { type NamedError, readErrorName } from './read-error-name.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/** An error of a session. In 1.x the turn may go on after it (facts/opencode-1x.md section 7). */
export interface SessionError extends NamedError {
  readonly sessionID: string
}

/**
 * The error that an event reports of a session: `session.error` in 1.x; `session.next.step.failed` on the preview API, where a failed
 * step ends the turn; `session.execution.failed` in 2.x, and `session.execution.settled` in its betas. Undefined for anything else.
 * Never throws.
 */
export function parseSessionError(type: string, props: unknown): SessionError | undefined {
  if (!isRecord(props) || !REPORTS.some((name) => isEventType(type, name))) return undefined
  const sessionID = sessionIDFromProps(props)
  const error = readErrorName(props['error'])
  return sessionID === undefined || !error ? undefined : { sessionID, ...error }
}

// facts/opencode-1x.md section 7, facts/opencode-1x-preview-api.md sections 3 and 8, facts/opencode-2x.md section 3
const REPORTS = [
  EVENT_SESSION_ERROR,
  'session.next.step.failed',
  'session.execution.failed',
  'session.execution.settled',
]
