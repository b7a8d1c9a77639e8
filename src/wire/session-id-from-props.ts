import { isRecord } from './is-record.ts'

/**
 * The session that an event's properties are about; undefined where they name none. 1.3.2 names it only inside `info` or `part`, and
 * a session's own info has it as `id` (facts/opencode-1x.md section 14). Never throws.
 */
export function sessionIDFromProps(props: unknown): string | undefined {
  if (!isRecord(props)) return undefined
  const { sessionID, info, part } = props
  if (typeof sessionID === 'string') return sessionID
  for (const inner of [info, part]) {
    if (isRecord(inner) && typeof inner['sessionID'] === 'string') return inner['sessionID']
  }
  return isRecord(info) && typeof info['id'] === 'string' && info['id'].startsWith('ses_') ? info['id'] : undefined
}
