import { InvalidOptionError } from '../errors.ts'
import { checkInteger, checkNumber } from './checks.ts'
import type { Turn } from './turn.ts'

/**
 * What DeepSeek sends with a status when the caller does not say: `message` and `type` as seen in public error reports
 * (facts/deepseek.md section 2.3); those of 422 and 500 are inferred. `code` is `invalid_request_error` for nearly all of them.
 */
const known: Readonly<Record<number, { message: string; type: string; code?: string }>> = {
  400: { message: 'Invalid request', type: 'invalid_request_error' },
  401: { message: 'Authentication Fails (auth header format should be Bearer sk-...)', type: 'authentication_error' },
  402: { message: 'Insufficient Balance', type: 'unknown_error' },
  422: { message: 'Invalid Parameters', type: 'invalid_request_error' },
  429: {
    message:
      'Too many requests. Your current concurrency is 26, which exceeds your concurrency limit of 25 based on your remaining balance. Please top up your balance to restore your concurrency.',
    type: 'rate_limit_error',
  },
  500: { message: 'Internal Server Error', type: 'server_error', code: 'internal_error' },
  503: {
    message: 'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
    type: 'service_unavailable_error',
    code: 'service_unavailable_error',
  },
}

/**
 * A turn that answers with an HTTP error. A string is the message in DeepSeek's own envelope
 * `{ error: { message, type, param: null, code } }`; any other body is sent as it is. Type and code are those DeepSeek sends with the
 * status. Those of 422 and 500, and the default messages of 400, 422 and 500, are inferred: public reports hardly quote them.
 *
 * Throws InvalidOptionError for a status that is no error, and for a `retryAfter` below 0.
 *
 * @param retryAfter seconds, sent as the `retry-after` header
 * @example fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
 */
export function httpError(status: number, messageOrBody?: unknown, { retryAfter }: { retryAfter?: number } = {}): Turn {
  if (checkInteger('httpError(status)', status, { min: 400 }) > 599) {
    throw new InvalidOptionError({
      path: 'httpError(status)',
      expected: 'an HTTP error status, 400 to 599',
      received: status,
    })
  }
  if (retryAfter !== undefined) checkNumber('httpError(retryAfter)', retryAfter, { unit: 's' })
  const {
    message,
    type,
    code = 'invalid_request_error',
  } = known[status] ?? { message: `HTTP ${status}`, type: 'unknown_error' }
  const body =
    messageOrBody === undefined || typeof messageOrBody === 'string'
      ? { error: { message: messageOrBody ?? message, type, param: null, code } }
      : messageOrBody
  return { status, body, ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }) }
}
