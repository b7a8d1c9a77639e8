import { fakeDeepSeek, turn } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { chat, post } from '../deepseek/ask.ts'
import { refusalOf, untyped } from '../opencode/bad-option.ts'

afterEach(() => vi.useRealTimers())

const usage = { prompt: 1_000_000, completion: 200_000, cacheHit: 600_000, reasoning: 50_000 }

test.for<[model: string, usd: number]>([
  // 0.6 M hit * 0.003 + 0.4 M missed * 0.15 + 0.2 M out * 0.60 = 0.0018 + 0.06 + 0.12
  ['deepseek-flash', 0.1818],
  ['deepseek-v4-flash', 0.1818],
  // 0.6 * 0.022 + 0.4 * 0.66 + 0.2 * 1.98 = 0.0132 + 0.264 + 0.396
  ['deepseek-v4-pro', 0.6732],
])('prices %s off-peak', async ([model, usd]) => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', usage })])
  await (await post(deepseek, chat({ model }))).text()
  expect(deepseek.cost()).toBe(usd)
  expect(deepseek.cost(deepseek.lastRequest)).toBe(usd)
})

test.for<[profile: '2025-12' | '2025-09', usd: number]>([
  // 0.6 * 0.028 + 0.4 * 0.28 + 0.2 * 0.42 = 0.0168 + 0.112 + 0.084
  ['2025-12', 0.2128],
  // 0.6 * 0.07 + 0.4 * 0.56 + 0.2 * 1.68 = 0.042 + 0.224 + 0.336
  ['2025-09', 0.602],
])('prices by the profile %s', async ([profile, usd]) => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', usage })], { profile })
  await (await post(deepseek, chat({ model: 'deepseek-chat' }))).text()
  expect(deepseek.cost()).toBe(usd)
})

test.for<[time: string, usd: number]>([
  // 2026-11-30 is a Monday. At peak twice the price: 2 * 0.1818.
  ['2026-11-30T00:59:59Z', 0.1818],
  ['2026-11-30T01:00:00Z', 0.3636],
  ['2026-11-30T03:59:59Z', 0.3636],
  ['2026-11-30T04:00:00Z', 0.1818],
  ['2026-11-30T06:00:00Z', 0.3636],
  ['2026-11-30T09:59:59Z', 0.3636],
  ['2026-11-30T10:00:00Z', 0.1818],
  ['2026-11-28T02:00:00Z', 0.1818],
  ['2026-11-29T02:00:00Z', 0.1818],
])('prices a request of %s by the clock', async ([time, usd]) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', usage })])
  await (await post(deepseek)).text()
  // When it is asked for the cost matters nothing.
  vi.setSystemTime(new Date('2026-11-30T02:00:00Z'))
  expect(deepseek.cost(undefined, { tier: 'clock' })).toBe(usd)
  expect(deepseek.cost()).toBe(0.1818)
})

test('sums what was reported: nothing for errors, cuts, omitted usage and side calls', async () => {
  const half = { prompt: 100, completion: 20 }
  const deepseek = fakeDeepSeek([
    turn({ text: 'Hi', usage }),
    turn({ status: 500 }),
    turn({ text: 'Hi', usage, omitFinish: true }),
    turn({ text: 'Hi', omitUsage: true }),
    turn({ text: 'Hi', usage: half }),
  ])
  for (let count = 0; count < 5; count += 1) await (await post(deepseek, chat({ stream: true }))).text()
  const title = [
    { role: 'system', content: 'You are a title generator.' },
    { role: 'user', content: 'Hi' },
  ]
  await (await post(deepseek, chat({ messages: title }))).text()
  // 0.1818 + (100 * 0.15 + 20 * 0.60) / 1,000,000 = 0.1818 + 0.000027
  expect(deepseek.cost()).toBe(0.181827)
  expect(refusalOf(() => deepseek.cost(undefined, untyped({ tier: 'peak' }))).path).toBe('cost(options).tier')
})
