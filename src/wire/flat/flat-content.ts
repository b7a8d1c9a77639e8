import type { StructuredError } from './structured-error.ts'

/** Text of a reply. The preview API names it (`text-0`), 2.x counts. '' while it streams. */
export interface FlatText {
  readonly type: 'text'
  readonly id?: string
  readonly text: string
  readonly state?: unknown
}

/** What the model thought. `time.completed` is there when it is all. */
export interface FlatReasoning {
  readonly type: 'reasoning'
  readonly id?: string
  readonly text: string
  readonly time?: { readonly created: number; readonly completed?: number }
  readonly state?: unknown
  readonly providerMetadata?: unknown
}

/** A call of a tool; `id` is the provider's. `provider` is the preview's word for what 2.x says in `executed` and its neighbours. */
export interface FlatTool {
  readonly type: 'tool'
  readonly id: string
  readonly name: string
  readonly state: FlatToolState
  readonly time: { readonly created: number; readonly ran?: number; readonly completed?: number }
  readonly provider?: unknown
  readonly executed?: boolean
  readonly providerState?: unknown
  readonly providerResultState?: unknown
}

/**
 * The state of a tool call. While the model writes it, 'pending' in the preview, 'streaming' in 2.x, `input` is raw JSON text. The
 * preview has `structured`, `outputPaths` and `result`, 2.x `metadata` (facts/opencode-2x.md section 7).
 */
export interface FlatToolState {
  readonly status: 'pending' | 'streaming' | 'running' | 'completed' | 'error'
  readonly input: unknown
  readonly content?: readonly { readonly type: string; readonly text?: string; readonly [field: string]: unknown }[]
  readonly structured?: unknown
  readonly outputPaths?: unknown
  readonly result?: unknown
  readonly metadata?: unknown
  readonly error?: StructuredError
}

/** A piece of what the model answered in one step. */
export type FlatContent = FlatText | FlatReasoning | FlatTool
