import type { ModelRequest } from './model-request.ts'
import type { ToolCall } from './tool-call.ts'
import type { Usage } from './usage.ts'

/** A block of reasoning; made by `reasoning(text)`. */
export interface Reasoning {
  readonly type: 'reasoning'
  readonly text: string
}

/** A block that passes untouched, as a delta of the stream; made by `raw(block)`. */
export interface RawBlock {
  readonly type: 'raw'
  readonly block: unknown
}

/** One block of a reply: a string is text. A list of blocks keeps its order. */
export type Block = string | ToolCall | Reasoning | RawBlock

/**
 * How a stream breaks off. `'reset'`: the connection breaks. `'end'`: a clean end, as if that were all. `'hang'`: silence on an
 * open connection, until the client aborts.
 */
export type Cut = 'reset' | 'end' | 'hang'

/** Where a stream carries its usage. DeepSeek's way is the last chunk, the one with the finish reason (facts/deepseek.md section 3.3). */
export type UsagePlacement = 'last-chunk' | 'trailing' | 'both' | 'every-chunk'

/** One model round-trip, spelled out. Every field is optional; `{}` is an empty reply that ends with `stop`. */
export interface Turn {
  /** Streamed before the text. */
  readonly reasoning?: string
  readonly text?: string
  /** Streamed after the text, one after the other. */
  readonly toolCalls?: readonly ToolCall[]
  /** DeepSeek's spelling (`stop`, `length`, `tool_calls`, …). Default `tool_calls` with tool calls, else `stop`; may contradict them. */
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
  /** Leaves out the last `[DONE]`. Default false. */
  readonly omitDone?: boolean
  /** Leaves out the chunk with the finish reason and its usage. Default false. */
  readonly omitFinish?: boolean
  /** One data line that is no JSON, after the content; finish, usage and `[DONE]` still follow. Default false. */
  readonly malformedTail?: boolean
  /**
   * Bare: after the last delta, before the finish. `after`: how many deltas are delivered first, those of reasoning, text and tool
   * arguments counted together.
   */
  readonly cut?: Cut | { readonly after: number; readonly how: Cut }
  /** The connection fails before any header. Default false. */
  readonly refuse?: boolean
  /** A frame of the stream with an error in it, after the content; nothing follows. */
  readonly errorFrame?: unknown
  /** ms between keep-alives while the answer waits: comments in a stream, blank lines before JSON. Default: none. */
  readonly keepAlive?: number
  /** Sent verbatim after the content, before the finish. */
  readonly rawFrames?: readonly string[]
  /** Into how many deltas the text is split, at word borders (a text of fewer words gives fewer), or the deltas themselves. Default 3. */
  readonly chunks?: number | readonly string[]
  /** Bytes of each write of the body. Default: one frame a write. */
  readonly bytes?: number
  /** Default `'last-chunk'`. */
  readonly usagePlacement?: UsagePlacement
  /** A turn whose `when` holds is taken before the queue. */
  readonly when?: (request: ModelRequest) => boolean
  /** How often the turn is played before it is used up. Default 1. */
  readonly repeat?: number
}

/** What a model answered, in full. */
export interface ModelReply {
  readonly blocks: readonly Block[]
  readonly text: string
  readonly reasoning: string
  readonly toolCalls: readonly ToolCall[]
  /** DeepSeek's spelling. */
  readonly finish: string
  readonly usage: Usage
}

/**
 * One model round-trip: a text, a tool call, a list of blocks, a turn, what another model answered, an Error (the connection fails
 * before any header, with it as the cause), or a function of the request that gives one of these.
 */
export type Reply =
  | string
  | ToolCall
  | readonly Block[]
  | Turn
  | ModelReply
  | Error
  | ((request: ModelRequest) => Reply | Promise<Reply>)
