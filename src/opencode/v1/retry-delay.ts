import type { RetryDelay } from '../opencode-options.ts'

/** How often a failed round-trip is tried again: six requests in all (facts/opencode-1x.md section 7). */
export const MAX_RETRIES = 5

/**
 * ms that opencode waits before retry number `attempt` (from 1): what the answer's `retry-after-ms` or `retry-after` (seconds) says,
 * else 2, 4, 8, 16, 32 s. The real server adds a random quarter at most; here there is none, so that tests can count.
 */
export function realRetryDelay(headers: Readonly<Record<string, string>>, attempt: number): number {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (ms >= 0) return ms
  const seconds = Number.parseFloat(headers['retry-after'] ?? '')
  return seconds >= 0 ? seconds * 1000 : 2000 * 2 ** (attempt - 1)
}

/** ms that the fake really waits, by its `retryDelay` option. */
export function scriptedRetryDelay(option: RetryDelay, attempt: number, real: number): number {
  if (option === 'real') return real
  return option === 'none' ? 0 : option(attempt, real)
}
