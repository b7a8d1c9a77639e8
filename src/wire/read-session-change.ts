import type { Change } from './change.ts'
import {
  EVENT_SESSION_CREATED,
  EVENT_SESSION_ERROR,
  EVENT_SESSION_IDLE,
  EVENT_SESSION_STATUS,
  EVENT_SESSION_UPDATED,
  SESSION_ERROR_USER_ABORT,
} from './event-types.ts'
import { isRecord } from './is-record.ts'
import { isSessionInfo } from './is-wire-shape.ts'
import { readRunError } from './run-error.ts'

/** What an event of 1.x changes about a session itself; undefined for another event, and for a shape that is not known. Never throws. */
export function readSessionChange(
  type: string,
  sessionID: string,
  { info, status, error }: Readonly<Record<string, unknown>>,
): Change | undefined {
  switch (type) {
    case EVENT_SESSION_CREATED:
    case EVENT_SESSION_UPDATED:
      return isSessionInfo(info) ? { kind: 'session', sessionID, session: info } : undefined
    case EVENT_SESSION_STATUS:
      return isRecord(status) ? statusChange(sessionID, status['type']) : undefined
    case EVENT_SESSION_IDLE:
      return { kind: 'idle', sessionID }
    case EVENT_SESSION_ERROR: {
      const aborted = isRecord(error) && error['name'] === SESSION_ERROR_USER_ABORT
      return { kind: 'error', sessionID, error: readRunError(error), aborted }
    }
    default:
      return undefined
  }
}

function statusChange(sessionID: string, status: unknown): Change | undefined {
  if (status === 'idle') return { kind: 'idle', sessionID }
  // A retry is work as well: the session waits for the model's provider (facts/opencode-1x.md section 6).
  return status === 'busy' || status === 'retry' ? { kind: 'busy', sessionID } : undefined
}
