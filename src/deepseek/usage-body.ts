import type { Usage } from '../model/usage.ts'

/** A usage as the API writes it; `completion_tokens_details` is absent with thinking off (facts/deepseek.md section 3.3). */
export function usageBody(
  { prompt, completion, cacheHit = 0, cacheMiss = prompt - cacheHit, reasoning = 0 }: Usage,
  thinks: boolean,
): object {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cacheHit },
    ...((thinks || reasoning > 0) && { completion_tokens_details: { reasoning_tokens: reasoning } }),
    prompt_cache_hit_tokens: cacheHit,
    prompt_cache_miss_tokens: cacheMiss,
  }
}
