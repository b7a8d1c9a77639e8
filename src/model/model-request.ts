/** One message of a request to a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly reasoning?: string
}

/** A request to a model, in one shape whoever plays the model: what `when` and reply functions are given. */
export interface ModelRequest {
  readonly model?: string
  /** Oldest first; the last one is what the model answers. */
  readonly messages: readonly ModelMessage[]
  /** opencode's session id. */
  readonly session?: string
  /** 1 for the first try, 2 for the first retry. */
  readonly attempt?: number
}
