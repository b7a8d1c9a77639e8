import type { Cut } from './turn.ts'
import type { Usage } from './usage.ts'

/** A block of a turn, cut into the deltas it is streamed in. */
export interface ScriptedBlock {
  readonly kind: 'reasoning' | 'text'
  readonly deltas: readonly string[]
}

/** A reply after it was read and checked: defaults filled in, texts split, the body of an error as the text that is sent. */
export interface ScriptedTurn {
  readonly blocks: readonly ScriptedBlock[]
  readonly finish: string
  readonly usage: Usage | 'default' | 'omitted'
  readonly failure?: {
    readonly status: number
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
  }
  readonly cut?: { readonly after: number; readonly how: Cut }
  /** ms */
  readonly delays: { readonly beforeHeaders: number; readonly first: number; readonly chunk: number }
}
