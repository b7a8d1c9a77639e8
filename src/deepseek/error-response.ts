import type { FakeResponse } from '../http/fake-handler.ts'
import type { ModelHttpError } from '../errors.ts'

/** What a check found wrong with a request, as the API answers it. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly type?: string
  readonly code?: string
  /** The message alone, without the envelope. */
  readonly plain?: boolean
}

/** An error in DeepSeek's envelope; `code` is `invalid_request_error` for nearly all of them (facts/deepseek.md section 2.3). */
export function errorResponse({
  status,
  message,
  type = 'invalid_request_error',
  code = 'invalid_request_error',
  plain,
}: Refusal): FakeResponse {
  if (plain) return { status, headers: { 'content-type': 'text/plain' }, body: message }
  const body = JSON.stringify({ error: { message, type, param: null, code } })
  return { status, headers: { 'content-type': 'application/json' }, body }
}

/** The HTTP error of a turn. */
export const scriptedError = ({ status, headers, body }: ModelHttpError): FakeResponse => ({ status, headers, body })
