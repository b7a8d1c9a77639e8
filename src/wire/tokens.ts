/**
 * Token counts as opencode reports them. `input` is without cache, `output` without reasoning. `total` is absent on the wire until
 * usage is known (facts/opencode-1x.md section 3).
 */
export interface Tokens {
  readonly total?: number
  readonly input: number
  readonly output: number
  readonly reasoning: number
  readonly cache: { readonly read: number; readonly write: number }
}

/** All tokens of the prompt: `input + cache.read + cache.write`. */
export function promptTokens(tokens: Tokens): number {
  return tokens.input + tokens.cache.read + tokens.cache.write
}
