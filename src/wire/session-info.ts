import type { Outcome } from './outcome.ts'
import type { Tokens } from './tokens.ts'

/** A model as a session names it. On a user message of 1.x it is `{ providerID, modelID }`. */
export interface SessionModel {
  readonly id: string
  readonly providerID: string
  readonly variant?: string
}

/**
 * A session, as its server tells of it: `GET /session/:id`, `session.created` and `session.updated` of 1.x, `GET /api/session/:id` of
 * the preview API and of 2.x. `cost` is USD and cumulative, like `tokens`; the preview leaves both at 0
 * (facts/opencode-1x-preview-api.md section 3). 1.3.2 has no `cost`, `tokens`, `agent`, `model` and `path` (facts/opencode-1x.md
 * section 14). The preview and 2.x have `location` in place of `slug`, `directory`, `path` and `version`; 2.x alone has `outcome`
 * and `time.idle`, those of the last execution (facts/opencode-2x.md section 1.4). Times are epoch ms.
 */
export interface SessionInfo {
  readonly id: string
  readonly slug?: string
  readonly projectID?: string
  readonly directory?: string
  readonly path?: string
  readonly location?: { readonly directory: string }
  readonly subpath?: string
  readonly parentID?: string
  readonly title?: string
  readonly agent?: string
  readonly model?: SessionModel
  readonly version?: string
  readonly summary?: { readonly additions: number; readonly deletions: number; readonly files: number }
  readonly cost?: number
  readonly tokens?: Tokens
  readonly outcome?: Outcome
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly permissions?: unknown
  readonly time: {
    readonly created: number
    readonly updated: number
    readonly idle?: number
    readonly viewed?: number
    readonly archived?: number
  }
}
