import type { ToolCall } from './tool-call.ts'
import type { Cut, UsagePlacement } from './turn.ts'
import type { Usage } from './usage.ts'

/** A block of a turn, cut into the deltas it is streamed in; a tool call's are fragments of its arguments. */
export type ScriptedBlock =
  | { readonly kind: 'reasoning' | 'text'; readonly deltas: readonly string[] }
  | { readonly kind: 'tool'; readonly call: ToolCall; readonly deltas: readonly string[] }
  | { readonly kind: 'raw'; readonly block: unknown; readonly deltas: readonly [] }

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
  /** The connection fails before any header. */
  readonly refusal?: { readonly cause?: Error }
  readonly cut?: { readonly after: number; readonly how: Cut }
  /** ms */
  readonly delays: {
    readonly beforeHeaders: number
    readonly first: number
    readonly chunk: number
    readonly keepAlive?: number
  }
  readonly stream: StreamFaults
}

/** What a turn does to the bytes of a stream beside its content. */
export interface StreamFaults {
  readonly omitDone: boolean
  readonly omitFinish: boolean
  readonly malformedTail: boolean
  readonly errorFrame?: { readonly value: unknown }
  readonly rawFrames: readonly string[]
  readonly bytes?: number
  readonly usagePlacement: UsagePlacement
}
