import { expect, test } from 'vitest'
import { costOf } from '../../src/model/price.ts'
import { usageTokens } from '../../src/model/usage.ts'

const recorded = { input: 0.28, output: 0.42, cacheRead: 0.028 }

test('counts tokens as opencode does: input without cache, output without reasoning', () => {
  // 120 - 64, 40 - 25: captures/1.18.33/02-reasoning-then-text.json
  expect(usageTokens({ prompt: 120, completion: 40, cacheHit: 64, reasoning: 25 })).toEqual({
    total: 160,
    input: 56,
    output: 15,
    reasoning: 25,
    cache: { read: 64, write: 0 },
  })
})

test('counts no cache and no reasoning where the usage names none', () => {
  expect(usageTokens({ prompt: 100, completion: 20 })).toEqual({
    total: 120,
    input: 100,
    output: 20,
    reasoning: 0,
    cache: { read: 0, write: 0 },
  })
})

test('bills input, output and cache reads at their own price', () => {
  // (36 * 0.28 + 20 * 0.42 + 64 * 0.028) / 1e6, as in captures/1.18.33/01-plain-text.json
  expect(costOf(usageTokens({ prompt: 100, completion: 20, cacheHit: 64 }), recorded)).toBe(0.000020272)
})

test('bills reasoning as output', () => {
  const withReasoning = usageTokens({ prompt: 0, completion: 40, reasoning: 25 })
  expect(costOf(withReasoning, recorded)).toBe(costOf(usageTokens({ prompt: 0, completion: 40 }), recorded))
})

test('bills cache writes at their own price', () => {
  const tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 1000 } }
  expect(costOf(tokens, { input: 1, output: 1, cacheWrite: 3 })).toBe(0.003)
})

test('reads and writes of the cache cost nothing where the price does not name them', () => {
  const tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 1000, write: 1000 } }
  expect(costOf(tokens, { input: 1, output: 1 })).toBe(0)
})

test('adds no binary fractions to a sum', () => {
  // 1 * 0.1 + 1 * 0.2 is 0.30000000000000004 in binary
  const tokens = { input: 1, output: 1, reasoning: 0, cache: { read: 0, write: 0 } }
  expect(costOf(tokens, { input: 0.1, output: 0.2 })).toBe(3e-7)
})
