import type { RunError } from '../wire/run-error.ts'
import { isRecord } from './checks.ts'

/**
 * A thrown value as the error of a run. `status` is the HTTP status that client libraries put on their errors; where the AI SDK gave up
 * trying, that of the last try.
 */
export function thrownRunError(thrown: unknown): RunError {
  if (!isRecord(thrown)) return { message: String(thrown), raw: thrown }
  const { name, message } = thrown
  const status = [thrown, thrown['lastError'], thrown['cause']].map(statusOf).find((value) => value !== undefined)
  return {
    ...(typeof name === 'string' && { name }),
    message: typeof message === 'string' ? message : '',
    ...(status !== undefined && { status }),
    raw: thrown,
  }
}

function statusOf(error: unknown): number | undefined {
  const { status, statusCode } = isRecord(error) ? error : {}
  return [status, statusCode].find((value) => typeof value === 'number')
}

/** Whether a thrown value says that somebody aborted: `AbortController.abort()` rejects with an AbortError. */
export function isAbort(thrown: unknown): boolean {
  return isRecord(thrown) && thrown['name'] === 'AbortError'
}
