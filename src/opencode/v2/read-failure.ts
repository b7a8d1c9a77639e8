import { ModelConnectionError, ModelHttpError } from '../../errors.ts'
import { isRecord } from '../../model/checks.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import { isContextOverflow } from '../turn/is-context-overflow.ts'
import { providerMessage } from '../turn/provider-message.ts'
import { StreamFault } from '../turn/stream-fault.ts'

/** What opencode 2.x makes of a round-trip that failed. */
export interface Failure {
  readonly error: StructuredError
  /** Whether it is tried again, with the headers of the answer where there was one. */
  readonly retry?: { readonly headers?: Readonly<Record<string, string>> }
  /** The history is too long for the model: it is compacted, once, and the turn goes on. */
  readonly overflow?: true
}

/**
 * Reads a failure of the provider (facts/opencode-2x.md sections 3.1 and 4.2). Which status gets which type is inferred from their
 * names, and so are the words where the provider has none. undefined: it is none, the test's own code failed.
 */
export function readFailure(error: unknown): Failure | undefined {
  if (error instanceof ModelHttpError) return httpFailure(error)
  if (error instanceof ModelConnectionError) return { error: transportError(error), retry: {} }
  return error instanceof StreamFault ? { error: streamError(error) } : undefined
}

/** Of a stream that ended before the model had said why it stopped. */
export const incompleteStream = (): Failure => ({
  error: { type: 'provider.transport', message: 'Provider stream ended before it was complete' },
  retry: {},
})

function httpFailure(failure: ModelHttpError): Failure {
  const { status, body, headers } = failure
  const message = providerMessage(failure)
  const response = body === '' ? {} : { response: { body } }
  if (status < 500 && isContextOverflow(message)) {
    return { error: { type: 'provider.context-overflow', message, status, ...response }, overflow: true }
  }
  const type = typeOf(status)
  return { error: { type, message, status, ...response }, ...(RETRIED.has(type) && { retry: { headers } }) }
}

const RETRIED = new Set(['provider.rate-limit', 'provider.internal', 'provider.timeout'])

const TYPES: Readonly<Record<number, string>> = {
  401: 'provider.auth',
  402: 'provider.quota',
  403: 'provider.auth',
  404: 'provider.not-found',
  408: 'provider.timeout',
  429: 'provider.rate-limit',
  504: 'provider.timeout',
}

function typeOf(status: number): string {
  if (status >= 500) return TYPES[status] ?? 'provider.internal'
  return TYPES[status] ?? (status >= 400 ? 'provider.invalid-request' : 'provider.unknown')
}

const transportError = ({ how, cause }: ModelConnectionError): StructuredError => ({
  type: 'provider.transport',
  message:
    how === 'reset'
      ? 'Failed to read the provider stream'
      : `Failed to reach the provider${cause instanceof Error ? `: ${cause.message}` : ''}`,
})

/** An error that the provider sent in the stream, or a line of it that is no JSON. */
function streamError({ message, sent }: StreamFault): StructuredError {
  if (sent === undefined) return { type: 'provider.invalid-output', message }
  const told = isRecord(sent) ? sent['message'] : undefined
  return { type: 'provider.unknown', message: typeof told === 'string' ? told : message }
}
