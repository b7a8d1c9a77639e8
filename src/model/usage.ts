import type { Tokens } from '../wire/tokens.ts'

/** What one round-trip used, as DeepSeek counts: `prompt` includes the cache hits, `completion` the reasoning. All in tokens. */
export interface Usage {
  readonly prompt: number
  readonly completion: number
  /** Prompt tokens read from the cache. Default 0. */
  readonly cacheHit?: number
  /** Default `prompt - cacheHit`. */
  readonly cacheMiss?: number
  /** Completion tokens spent on reasoning. Default 0. */
  readonly reasoning?: number
}

/**
 * `usage` as opencode reports it: input without cache, output without reasoning
 * (facts/opencode-1x.md section 3, "token math").
 */
export function usageTokens({ prompt, completion, cacheHit = 0, reasoning = 0 }: Usage): Tokens {
  return {
    total: prompt + completion,
    input: prompt - cacheHit,
    output: completion - reasoning,
    reasoning,
    cache: { write: 0, read: cacheHit },
  }
}
