import type { RequestRecord } from '../http/request-record.ts'
import type { ModelMessage, OfferedTool } from '../model/model-request.ts'
import type { Usage } from '../model/usage.ts'
import type { SentReply } from './sent-reply.ts'

/** A request a fake DeepSeek received, and what became of it. */
export interface DeepSeekRequest extends RequestRecord {
  /** When it came; epoch ms. */
  readonly time: number
  /** Which request for the model it is, from 1; undefined for side calls and for other endpoints. */
  readonly number: number | undefined
  /** 1, or one more than the request before it that was the same and got no answer to its end: a retry. */
  readonly attempt: number
  /** The HTTP status it was answered with; undefined while it waits, and where the connection failed. */
  readonly status: number | undefined
  readonly model: string | undefined
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly OfferedTool[]
  /** opencode's session id, from its `x-session-id` header. */
  readonly session: string | undefined
  /** opencode's own request for a title or a summary, answered aside. */
  readonly side: 'title' | 'summary' | undefined
  /** Which scripted turn answered it, as messages name it: `turns[0]`; undefined where none did. */
  readonly turn: string | undefined
  /** What the answer said, as far as the client was sent it; undefined while it waits, and for a refusal or an HTTP error. */
  readonly reply: SentReply | undefined
  /** What the answer reported, once it was sent. */
  readonly usage: Usage | undefined
  /** The client left before the answer was over: after so many deltas of its content. */
  readonly hungUp: { readonly after: number } | undefined
  /** Whether the answer was sent to its end, finish reason and all. */
  readonly answered: boolean
}

/** A record while its request is under way. */
export type OpenRecord = { -readonly [K in keyof DeepSeekRequest]: DeepSeekRequest[K] }
