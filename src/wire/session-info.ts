import type { Tokens } from './tokens.ts'

/** A model as a session names it. On a user message it is `{ providerID, modelID }`. */
export interface SessionModel {
  readonly id: string
  readonly providerID: string
  readonly variant?: string
}

/**
 * A session of opencode 1.x (`GET /session/:id`, `session.created`, `session.updated`). `cost` is USD and cumulative, like `tokens`.
 * 1.3.2 has no `cost`, `tokens`, `agent`, `model` and `path` (facts/opencode-1x.md sections 10 and 14). Times are epoch ms.
 */
export interface SessionInfo {
  readonly id: string
  readonly slug?: string
  readonly projectID?: string
  readonly directory?: string
  readonly path?: string
  readonly parentID?: string
  readonly title?: string
  readonly agent?: string
  readonly model?: SessionModel
  readonly version?: string
  readonly summary?: { readonly additions: number; readonly deletions: number; readonly files: number }
  readonly cost?: number
  readonly tokens?: Tokens
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly time: { readonly created: number; readonly updated: number; readonly archived?: number }
}
