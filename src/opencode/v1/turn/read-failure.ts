import { ModelConnectionError, ModelHttpError } from '../../../errors.ts'
import type { MessageError } from '../../../wire/message.ts'
import { isContextOverflow } from '../../turn/is-context-overflow.ts'
import { isRetryableMessage } from './is-retryable-message.ts'
import { providerMessage } from '../../turn/provider-message.ts'
import { isRetryable, providerError } from './provider-error.ts'
import { StreamFault } from '../../turn/stream-fault.ts'

/** What opencode makes of a round-trip that failed. */
export interface Failure {
  /** What ends the turn, when it is not tried again. */
  readonly error: MessageError
  /** The words of the wait, when it is tried again; `headers` of the answer, where there was one. */
  readonly retry?: { readonly message: string; readonly headers?: Readonly<Record<string, string>> }
  /** The history is too long for the model: it is compacted and the turn goes on. */
  readonly overflow?: true
}

/** Reads a failure of the provider as the release with this patch number does. undefined: it is none, the test's own code failed. */
export function readFailure(error: unknown, patch: number): Failure | undefined {
  if (error instanceof ModelHttpError) return httpFailure(error)
  if (error instanceof ModelConnectionError) return connectionFailure(error)
  return error instanceof StreamFault ? streamFailure(error, patch) : undefined
}

function httpFailure(error: ModelHttpError): Failure {
  const message = providerMessage(error)
  if (error.status < 500 && isContextOverflow(message)) {
    return { error: { name: 'ContextOverflowError', data: { message, responseBody: error.body } }, overflow: true }
  }
  const tried = isRetryable(error.status) || isRetryableMessage(message)
  return { error: providerError(error), ...(tried && { retry: { message, headers: error.headers } }) }
}

function connectionFailure({ how, cause }: ModelConnectionError): Failure {
  if (how === 'reset') {
    const message = 'Connection reset by server'
    const metadata = { code: 'ECONNRESET', syscall: '', message: 'The socket connection was closed unexpectedly' }
    return { error: { name: 'APIError', data: { message, isRetryable: true, metadata } }, retry: { message } }
  }
  const closed =
    'The socket connection was closed unexpectedly. For more information, pass `verbose: true` in the second argument to fetch()'
  const message = `Cannot connect to API: ${cause instanceof Error ? cause.message : closed}`
  return { error: { name: 'APIError', data: { message, isRetryable: true } }, retry: { message } }
}

/** Up to 1.18.10 an error in a stream ended the turn, with its message alone (facts/opencode-1x.md section 6). */
function streamFailure({ message, sent }: StreamFault, patch: number): Failure {
  const told: unknown = Object(sent)['message']
  if (patch <= 10 && told !== undefined) {
    return { error: { name: 'UnknownError', data: { message: JSON.stringify(told) } } }
  }
  const error = { name: 'UnknownError', data: { message } }
  return isRetryableMessage(message) ? { error, retry: { message } } : { error }
}
