import type { Tokens } from '../wire/tokens.ts'

/** Nothing used. */
export const NO_TOKENS: Tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }

/** `sum` with `tokens` added, or taken off again with `sign` -1. A session's tokens have no total. */
export const addTokens = (sum: Tokens, tokens: Tokens, sign: 1 | -1 = 1): Tokens => ({
  input: sum.input + sign * tokens.input,
  output: sum.output + sign * tokens.output,
  reasoning: sum.reasoning + sign * tokens.reasoning,
  cache: {
    read: sum.cache.read + sign * tokens.cache.read,
    write: sum.cache.write + sign * tokens.cache.write,
  },
})
