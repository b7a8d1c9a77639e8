import { checkNumber } from '../../model/checks.ts'
import type { RetryDelay } from '../opencode-options.ts'

/** How often a failed round-trip is tried again: six requests in all (facts/opencode-1x.md section 7). */
export const MAX_RETRIES = 5

/** Longer than this opencode never waits, and no timer can (facts/deepseek.md section 4.2). */
const MAX_DELAY = 2 ** 31 - 1

/** The longest wait where the provider did not answer at all. */
const MAX_DELAY_WITHOUT_ANSWER = 30_000

/**
 * ms that opencode waits before retry number `attempt` (from 1): what the answer's `retry-after-ms` or `retry-after` (seconds) says,
 * else 2, 4, 8, 16, 32 s. The real server adds a random quarter at most; here there is none, so that tests can count.
 */
export function realRetryDelay(headers: Readonly<Record<string, string>> | undefined, attempt: number): number {
  const grown = 2000 * 2 ** (attempt - 1)
  if (!headers) return Math.min(grown, MAX_DELAY_WITHOUT_ANSWER)
  return headerDelay(headers) ?? grown
}

/** ms that an answer's `retry-after-ms` or `retry-after` (seconds) asks for; undefined: nothing. */
export function headerDelay(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (ms >= 0) return Math.min(Math.ceil(ms), MAX_DELAY)
  const seconds = Number.parseFloat(headers['retry-after'] ?? '')
  return seconds >= 0 ? Math.min(Math.ceil(seconds * 1000), MAX_DELAY) : undefined
}

/** ms that the fake really waits, by its `retryDelay` option. Throws InvalidOptionError when its function gives no number of ms. */
export function scriptedRetryDelay(option: RetryDelay, attempt: number, real: number): number {
  if (option === 'real') return real
  if (option === 'none') return 0
  return Math.min(checkNumber('retryDelay (what its function gave)', option(attempt, real), { unit: 'ms' }), MAX_DELAY)
}
