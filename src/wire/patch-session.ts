import type { SessionPatch } from './change.ts'
import { isRecord } from './is-record.ts'
import type { SessionInfo } from './session-info.ts'

/** The session with what `patch` changes. */
export function patchSession(session: SessionInfo, patch: SessionPatch): SessionInfo {
  const { time } = patch
  return { ...session, ...patch, time: { ...session.time, ...(isRecord(time) && time) } }
}
