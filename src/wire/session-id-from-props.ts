import { isRecord } from './is-record.ts'
import { isSessionID } from './is-session-id.ts'

/** What 2.x writes for a form of no session (facts/opencode-2x.md section 3.1). */
const NO_SESSION = 'global'

/**
 * The session that an event's properties are about; undefined where they name none. 1.3.2 names it only inside `info` or `part`, and
 * a session's own info has it as `id` (facts/opencode-1x.md section 14); 2.x names that of a form inside `form`. Never throws.
 */
export function sessionIDFromProps(props: unknown): string | undefined {
  if (!isRecord(props)) return undefined
  const { sessionID } = props
  if (typeof sessionID === 'string') return sessionID === NO_SESSION ? undefined : sessionID
  const { info, part, form } = props
  for (const inner of [info, part, form]) {
    if (!isRecord(inner)) continue
    const { sessionID: within } = inner
    if (typeof within === 'string') return within === NO_SESSION ? undefined : within
  }
  return isRecord(info) && isSessionID(info['id']) ? info['id'] : undefined
}
