import type { Tokens } from '../wire/tokens.ts'
import { isRecord } from './checks.ts'

/**
 * The usage of a step of the AI SDK as opencode counts: input without cache, output without reasoning. What a provider does not tell, and
 * what is no number, is 0. `ai` 5 has two counts (`cachedInputTokens`, `reasoningTokens`) in place of the details of later versions.
 */
export function aiTokens(usage: unknown): Tokens {
  const fields = isRecord(usage) ? usage : {}
  const input = isRecord(fields['inputTokenDetails']) ? fields['inputTokenDetails'] : {}
  const output = isRecord(fields['outputTokenDetails']) ? fields['outputTokenDetails'] : {}
  const read = count(input['cacheReadTokens'] ?? fields['cachedInputTokens'])
  const write = count(input['cacheWriteTokens'])
  const reasoning = count(output['reasoningTokens'] ?? fields['reasoningTokens'])
  return {
    input: count(input['noCacheTokens'] ?? count(fields['inputTokens']) - read - write),
    output: count(output['textTokens'] ?? count(fields['outputTokens']) - reasoning),
    reasoning,
    cache: { read, write },
  }
}

/** USD of a step: what a `languageModel()` with a price tells as provider metadata; 0 where there is none. */
export function aiCost(providerMetadata: unknown): number {
  const own = isRecord(providerMetadata) ? providerMetadata['opencode-testing'] : undefined
  return isRecord(own) ? count(own['cost']) : 0
}

const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
