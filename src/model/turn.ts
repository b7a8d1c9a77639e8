import type { ModelRequest } from './model-request.ts'
import type { Usage } from './usage.ts'

/** A block of reasoning; made by `reasoning(text)`. */
export interface Reasoning {
  readonly type: 'reasoning'
  readonly text: string
}

/** One block of a reply: a string is text. A list of blocks keeps its order. */
export type Block = string | Reasoning

/**
 * How a stream breaks off. `'hang'`: silence on an open connection, until the client aborts.
 */
export type Cut = 'hang'

/** One model round-trip, spelled out. Every field is optional; `{}` is an empty reply that ends with `stop`. */
export interface Turn {
  /** Streamed before the text. */
  readonly reasoning?: string
  readonly text?: string
  /** DeepSeek's spelling (`stop`, `length`, `tool_calls`, `content_filter`, …). Default `stop`. */
  readonly finish?: string
  /** Without it the fake reports its default. */
  readonly usage?: Usage
  /** The stream ends without usage: no tokens and no cost are reported. Default false. */
  readonly omitUsage?: boolean
  /** 400 to 599: an HTTP error in place of a stream. */
  readonly status?: number
  /** The error's body: a string as it is, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** ms before the response headers. Default 0. */
  readonly delayBeforeHeaders?: number
  /** ms from the headers to the first delta. Default 0. */
  readonly delayFirst?: number
  /** ms before each later delta. Default 0. */
  readonly delayChunk?: number
  /** Bare: after the last delta, before the finish. `after`: how many deltas are delivered first, reasoning and text counted together. */
  readonly cut?: Cut | { readonly after: number; readonly how: Cut }
  /** Into how many deltas the text is split, at word borders (a text of fewer words gives fewer), or the deltas themselves. Default 3. */
  readonly chunks?: number | readonly string[]
  /** A turn whose `when` holds is taken before the queue. */
  readonly when?: (request: ModelRequest) => boolean
  /** How often the turn is played before it is used up. Default 1. */
  readonly repeat?: number
}

/** One model round-trip: a text, a list of blocks, a turn, or a function of the request that gives one. */
export type Reply = string | readonly Block[] | Turn | ((request: ModelRequest) => Reply | Promise<Reply>)

/** A block of reasoning for a list of blocks. */
export const reasoning = (text: string): Reasoning => ({ type: 'reasoning', text })

/** A turn with these fields; `turn({ text: 'Hi', delayChunk: 50 })` and `{ text: 'Hi', delayChunk: 50 }` are the same. */
export const turn = (fields: Turn): Turn => ({ ...fields })
