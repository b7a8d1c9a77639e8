import type { RunError } from '../wire/run-error.ts'
import { isRecord } from './checks.ts'

/** A thrown value as the error of a run. `status` is the HTTP status that client libraries put on their errors. */
export function thrownRunError(thrown: unknown): RunError {
  if (!isRecord(thrown)) return { message: String(thrown), raw: thrown }
  const { name, message, cause } = thrown
  const status = thrown['status'] ?? thrown['statusCode'] ?? (isRecord(cause) ? cause['status'] : undefined)
  return {
    ...(typeof name === 'string' && { name }),
    message: typeof message === 'string' ? message : '',
    ...(typeof status === 'number' && { status }),
    raw: thrown,
  }
}

/** Whether a thrown value says that somebody aborted: `AbortController.abort()` rejects with an AbortError. */
export function isAbort(thrown: unknown): boolean {
  return isRecord(thrown) && thrown['name'] === 'AbortError'
}
