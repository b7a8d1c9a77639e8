import type { ModelMessage, ModelRequest, RequestToolCall } from './model-request.ts'

/** A call of a reply, as an agent puts it back into the history. */
export interface RepliedToolCall {
  readonly id: string
  readonly name: string
  /** An object, or raw JSON. */
  readonly args: unknown
}

/** A message of a request: the calls of an assistant's are those of the replies, or spelled as the API does. */
export interface RespondMessage extends Omit<ModelMessage, 'toolCalls'> {
  readonly toolCalls?: readonly (RequestToolCall | RepliedToolCall)[]
}

/** What `respond()` is given; `messages` alone is enough. It is recorded in one shape: calls have `arguments`. */
export interface RespondRequest extends Omit<ModelRequest, 'messages'> {
  readonly messages: readonly RespondMessage[]
}
