import { EVENT_SESSION_ERROR } from './event-types.ts'
import { isEventType } from './is-event-type.ts'
import { isRecord } from './is-record.ts'
import { nameAndMessage } from './parse-assistant-turn-end.ts'
import { sessionIDFromProps } from './session-id-from-props.ts'

/** An error of a session. The turn may go on after it (facts/opencode-1x.md section 7). */
export interface SessionError {
  readonly sessionID: string
  readonly name: string
  readonly message?: string
}

/** The error that an event reports of a session; undefined for anything else. Never throws. */
export function parseSessionError(type: string, props: unknown): SessionError | undefined {
  if (!isEventType(type, EVENT_SESSION_ERROR) || !isRecord(props) || !isRecord(props['error'])) return undefined
  const { name, data } = props['error']
  const sessionID = sessionIDFromProps(props)
  if (sessionID === undefined || typeof name !== 'string') return undefined
  return { sessionID, ...nameAndMessage(name, data) }
}
