/** A tool call as a request's history holds it; the arguments as the client sent them. */
export interface RequestToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** One message of a request to a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly reasoning?: string
  /** The calls an assistant message made. */
  readonly toolCalls?: readonly RequestToolCall[]
  /** The call a tool message answers. */
  readonly toolCallId?: string
}

/** A tool that a request offers. `parameters` is a JSON Schema. */
export interface OfferedTool {
  readonly name: string
  readonly description?: string
  readonly parameters?: unknown
}

/** A request to a model, in one shape whoever plays the model: what `when` and reply functions are given. */
export interface ModelRequest {
  readonly model?: string
  /** Oldest first; the last one is what the model answers. */
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly OfferedTool[]
  /** As the client sent it. */
  readonly toolChoice?: unknown
  /** The other fields of the request: temperature, max_tokens, thinking, … */
  readonly options?: Readonly<Record<string, unknown>>
  /** The request's body, parsed. */
  readonly raw?: unknown
  /** opencode's session id. */
  readonly session?: string
  /** 1 for the first try, 2 for the first retry; where the player can tell. */
  readonly attempt?: number
}
