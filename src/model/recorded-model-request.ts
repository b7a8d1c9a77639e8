import type { ModelRequest } from './model-request.ts'
import type { ModelReply } from './turn.ts'

/**
 * A request that a model was given, as a copy. What became of it stands beside the request, in fields that are not enumerable: the record
 * equals what was sent.
 */
export interface RecordedModelRequest extends ModelRequest {
  /** 1, or one more than the request before it that was the same and got no answer: a retry. */
  readonly attempt: number
  /** undefined while it waits, and where it failed. */
  readonly reply: ModelReply | undefined
  /** Whether it was answered. */
  readonly answered: boolean
}

/** A record while its request is under way. */
export type OpenModelRequest = { -readonly [K in keyof RecordedModelRequest]: RecordedModelRequest[K] }

/** Opens the record of a request. */
export function openModelRequest(request: ModelRequest): OpenModelRequest {
  const own = 'attempt' in request
  const record: OpenModelRequest = { ...request, attempt: request.attempt ?? 1, reply: undefined, answered: false }
  for (const name of ['reply', 'answered', ...(own ? [] : ['attempt'])]) {
    Object.defineProperty(record, name, { enumerable: false })
  }
  return record
}
