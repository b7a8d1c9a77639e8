import type { SessionState } from '../v1/session.ts'
import { NO_TOKENS } from '../add-tokens.ts'
import { withVariant } from './preview-record.ts'

/** A session as the preview tells of it (captures/1.18.33-api/01-plain-text.json, 16d-v1-run-seen-by-v2.json). */
export function toPreviewSession(info: SessionState): Readonly<Record<string, unknown>> {
  const { id, parentID, projectID, agent, title, directory, path, cost = 0, tokens = NO_TOKENS, time, revert } = info
  const model = withVariant(info.model)
  return {
    id,
    ...(parentID !== undefined && { parentID }),
    projectID,
    ...(agent !== undefined && { agent }),
    ...(model && { model }),
    cost,
    tokens,
    time,
    title,
    location: { directory },
    ...(path && { subpath: path }),
    ...(revert && { revert }),
  }
}
