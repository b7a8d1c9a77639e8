import type { Outcome } from '../outcome.ts'
import type { SessionModel } from '../session-info.ts'
import type { Tokens } from '../tokens.ts'
import type { FlatContent } from './flat-content.ts'
import type { StructuredError } from './structured-error.ts'

interface FlatBase {
  readonly id: string
  /** Epoch ms. */
  readonly time: { readonly created: number; readonly completed?: number }
  readonly metadata?: Readonly<Record<string, unknown>>
  /** What tells a message of 1.x: `{ info, parts }`. */
  readonly info?: undefined
  readonly parts?: undefined
}

/** A prompt of the user. It is listed when the session takes it up, not when it is sent. */
export interface FlatUserMessage extends FlatBase {
  readonly type: 'user'
  readonly text: string
  readonly files?: readonly unknown[]
  readonly agents?: readonly unknown[]
  readonly skills?: readonly unknown[]
}

/** One step of the model. `cost` is USD of this step alone. */
export interface FlatAssistantMessage extends FlatBase {
  readonly type: 'assistant'
  readonly time: { readonly created: number; readonly streamed?: number; readonly completed?: number }
  /** Like `model`, always there in a list; a subscriber that came late does not get to know it. */
  readonly agent?: string
  readonly model?: SessionModel
  readonly content: readonly FlatContent[]
  readonly snapshot?: { readonly start?: string; readonly end?: string; readonly files?: readonly string[] }
  readonly finish?: string
  readonly rawFinish?: string
  readonly providerState?: unknown
  readonly cost?: number
  readonly tokens?: Tokens
  readonly error?: StructuredError
  readonly retry?: { readonly attempt: number; readonly at: number; readonly error: StructuredError }
}

/** The mark of 2.x that a run is over. Up to 2.0.21 without `error` (facts/opencode-2x.md section 0). */
export interface FlatIdleMessage extends FlatBase {
  readonly type: 'idle'
  readonly outcome: Outcome
  readonly error?: StructuredError
}

/** What else opencode notes in a session, and what later versions add. */
export interface FlatNoteMessage extends FlatBase {
  readonly type:
    | 'synthetic'
    | 'system'
    | 'skill'
    | 'shell'
    | 'compaction'
    | 'agent-switched'
    | 'model-switched'
    | 'location-switched'
  readonly text?: string
  readonly [field: string]: unknown
}

/** A message of the preview API of 1.18 or of 2.x, as `GET /api/session/:id/message` lists it (facts/opencode-2x.md section 2). */
export type FlatMessage = FlatUserMessage | FlatAssistantMessage | FlatIdleMessage | FlatNoteMessage
