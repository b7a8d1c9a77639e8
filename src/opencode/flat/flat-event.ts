import type { StructuredError } from '../../wire/flat/structured-error.ts'
import type { JsonObject } from '../../model/tool-call.ts'
import type { Outcome } from '../../wire/outcome.ts'
import type { SessionModel } from '../../wire/session-info.ts'
import type { Tokens } from '../../wire/tokens.ts'
import type { Admission } from './admission.ts'
import type { FlatPermissionRequest } from './permission-desk.ts'
import type { FlatQuestionRequest } from './question-desk.ts'

interface OfStep {
  /** The assistant message of the step. */
  readonly messageID: string
}

interface OfCall extends OfStep {
  readonly callID: string
  readonly name: string
}

/** A text of the model, or what it thought. `ordinal` counts those of a kind in a step, from 0. */
interface OfText extends OfStep {
  readonly block: 'text' | 'reasoning'
  readonly ordinal: number
}

/** Where a session was reverted to, with what changed in the project's files since. */
export interface FlatRevert {
  readonly messageID: string
  readonly snapshot?: string
  readonly diff?: string
  readonly files?: readonly unknown[]
}

/**
 * What happens in a session, before a dialect spells it. `cost` is USD, times are epoch ms, `text` of an end is the whole text. A
 * dialect leaves out what it has no event for.
 */
export type FlatEvent =
  | { readonly kind: 'prompt-admitted' | 'prompt-promoted'; readonly prompt: Admission }
  | { readonly kind: 'execution-started' }
  | {
      readonly kind: 'execution-ended'
      readonly outcome: Outcome
      readonly error?: StructuredError
      /** Why it was interrupted: by the user, or because somebody declined what a tool asked for. */
      readonly reason?: 'user' | 'declined'
    }
  | (OfStep & { readonly kind: 'step-started'; readonly agent: string; readonly model: SessionModel })
  | (OfStep & { readonly kind: 'step-streamed' })
  | (OfStep & {
      readonly kind: 'step-ended'
      readonly finish: string
      /** As the provider spelled it. */
      readonly rawFinish: string
      readonly cost: number
      readonly tokens: Tokens
      /** Paths of the files that its tools changed, from the project's root. */
      readonly files: readonly string[]
    })
  | (OfStep & {
      readonly kind: 'step-failed'
      readonly error: StructuredError
      readonly finish?: string
      readonly cost?: number
      readonly tokens?: Tokens
    })
  | (OfText & { readonly kind: 'text-started' })
  | (OfText & { readonly kind: 'text-delta'; readonly delta: string })
  | (OfText & { readonly kind: 'text-ended'; readonly text: string })
  | (OfCall & { readonly kind: 'tool-input-started' })
  | (OfCall & { readonly kind: 'tool-input-delta'; readonly delta: string })
  /** `text`: the arguments as the model wrote them. */
  | (OfCall & { readonly kind: 'tool-input-ended'; readonly text: string })
  | (OfCall & { readonly kind: 'tool-called'; readonly input: JsonObject })
  | (OfCall & { readonly kind: 'tool-progress'; readonly metadata: Readonly<Record<string, unknown>> })
  | (OfCall & { readonly kind: 'tool-succeeded'; readonly end: FlatToolEnd })
  /** `interrupted`: somebody stopped it; it did not fail by itself. */
  | (OfCall & {
      readonly kind: 'tool-failed'
      readonly error: StructuredError
      readonly interrupted: boolean
      /** What it last showed. */
      readonly metadata?: Readonly<Record<string, unknown>>
    })
  /** `attempt` is the number of the round-trip to come, from 2; `at` is when it comes. */
  | (OfStep & {
      readonly kind: 'retry-scheduled'
      readonly attempt: number
      readonly at: number
      readonly error: StructuredError
    })
  /** A text of opencode's own that the model is told. */
  | { readonly kind: 'synthetic'; readonly messageID: string; readonly text: string }
  | { readonly kind: 'todos-updated'; readonly todos: readonly unknown[] }
  | { readonly kind: 'permission-asked'; readonly request: FlatPermissionRequest }
  | { readonly kind: 'permission-replied'; readonly requestID: string; readonly reply: 'once' | 'always' | 'reject' }
  | { readonly kind: 'question-asked'; readonly request: FlatQuestionRequest }
  | { readonly kind: 'question-replied'; readonly requestID: string; readonly answers: readonly (readonly string[])[] }
  | { readonly kind: 'question-rejected'; readonly requestID: string }
  | { readonly kind: 'agent-switched'; readonly messageID: string; readonly agent: string }
  | { readonly kind: 'model-switched'; readonly messageID: string; readonly model: SessionModel }
  | { readonly kind: 'revert-staged'; readonly revert: FlatRevert }
  | { readonly kind: 'revert-cleared' }
  | { readonly kind: 'revert-committed'; readonly messageID: string }

/** What a tool gave: texts that the model reads, and data that clients show. */
export interface FlatToolEnd {
  readonly content: readonly string[]
  readonly structured: Readonly<Record<string, unknown>>
}
