import type { Tokens } from '../wire/tokens.ts'

/** USD per million tokens. `cacheRead` and `cacheWrite` default to 0. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/** The price table of a fake: model id to price. A model without an entry costs nothing. */
export type Prices = Readonly<Record<string, Price>>

/** USD for `tokens`: reasoning is billed as output (facts/opencode-1x.md section 3). */
export function costOf(tokens: Tokens, { input, output, cacheRead = 0, cacheWrite = 0 }: Price): number {
  const { cache } = tokens
  const perMillion =
    tokens.input * input +
    (tokens.output + tokens.reasoning) * output +
    cache.read * cacheRead +
    cache.write * cacheWrite
  // The real server counts in decimals; 15 digits take back what binary fractions add (captures/1.18.33/01-plain-text.json).
  return Number((perMillion / 1_000_000).toPrecision(15))
}

/** DeepSeek's off-peak prices of November 2026, and 0 for the fakes' own model (facts/deepseek.md section 1.3). */
export const OFF_PEAK_PRICES: Prices = {
  'fake-model': { input: 0, output: 0 },
  'deepseek-flash': { input: 0.15, output: 0.6, cacheRead: 0.003 },
  'deepseek-v4-flash': { input: 0.15, output: 0.6, cacheRead: 0.003 },
  'deepseek-v4-pro': { input: 0.66, output: 1.98, cacheRead: 0.022 },
}
