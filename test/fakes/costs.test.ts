import { fakeOpencode, httpError } from 'opencode-testing'
import { expect, test } from 'vitest'
import { createSession, prompt } from '../opencode/api.ts'
import { v1Messages } from '../opencode/v1-messages.ts'

const none = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }
const flash = { model: { providerID: 'deepseek', modelID: 'deepseek-flash' } }

test('a round-trip without usage costs 0.001 USD and uses 10 and 5 tokens', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const used = { input: 10, output: 5, reasoning: 0, cache: { read: 0, write: 0 } }
  expect(v1Messages(opencode, session)?.[1]?.info).toMatchObject({ cost: 0.001, tokens: { total: 15, ...used } })
  expect(v1Messages(opencode, session)?.[1]?.parts.at(-1)).toMatchObject({
    type: 'step-finish',
    cost: 0.001,
    tokens: { total: 15, ...used },
  })
  expect(opencode.sessions.get(session)).toMatchObject({ cost: 0.001, tokens: used })
})

test('a round-trip without usage reports what the test chose', async () => {
  const opencode = fakeOpencode({ cost: 0.25, tokens: [300, 7] })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun).toHaveCost(0.25)
  expect(opencode.lastRun?.tokens).toMatchObject({ input: 300, output: 7 })
})

test('a round-trip without usage costs the same whatever the model', async () => {
  const opencode = fakeOpencode()
  await prompt(opencode, await createSession(opencode), 'hi', flash)
  expect(opencode.lastRun).toHaveCost(0.001)
})

test("usage is priced with DeepSeek's off-peak prices", async () => {
  const usage = { prompt: 1000, completion: 500, cacheHit: 400, reasoning: 200 }
  const opencode = fakeOpencode({ script: [{ text: 'x', usage }] })
  await prompt(opencode, await createSession(opencode), 'hi', flash)
  // (600 * 0.15 + (300 + 200) * 0.6 + 400 * 0.003) / 1e6: facts/opencode-1x.md section 3, facts/deepseek.md section 1.3
  expect(opencode.lastRun).toHaveCost(0.0003912)
  expect(opencode.lastRun?.tokens).toEqual({
    total: 1500,
    input: 600,
    output: 300,
    reasoning: 200,
    cache: { read: 400, write: 0 },
  })
})

test('usage is priced with the prices that the test chose, and with no others', async () => {
  const usage = { prompt: 1_000_000, completion: 1_000_000, cacheHit: 500_000 }
  const prices = { mine: { input: 1, output: 2, cacheRead: 0.5 } }
  const opencode = fakeOpencode({ reply: { text: 'x', usage }, prices })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi', { model: { providerID: 'any', modelID: 'mine' } })
  // 0.5 * 1 + 1 * 2 + 0.5 * 0.5
  expect(opencode.lastRun).toHaveCost(2.75)
  await prompt(opencode, session, 'hi', flash)
  expect(opencode.lastRun).toHaveCost(0)
  expect(opencode.lastRun?.tokens.total).toBe(2_000_000)
})

test('usage of a model without a price costs nothing, and its tokens are counted', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'x', usage: { prompt: 100, completion: 20 } }] })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun).toHaveCost(0)
  expect(opencode.lastRun?.tokens).toMatchObject({ input: 100, output: 20 })
})

test('a turn that omits its usage reports no tokens, no total and no cost', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'x', omitUsage: true }] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  // captures/1.18.33/08i-no-usage.json
  const { info } = v1Messages(opencode, session)?.[1] ?? {}
  expect(info).toMatchObject({ cost: 0, finish: 'stop' })
  expect(Reflect.get(Object(info), 'tokens')).toEqual(none)
})

test.for([
  ['an HTTP error', [httpError(402)]],
  ['an empty script item with usage omitted', [{ omitUsage: true }]],
])('%s costs nothing', async ([, script]) => {
  const opencode = fakeOpencode({ script: script as never })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(opencode.lastRun).toHaveCost(0)
  expect(opencode.sessions.get(session)).toMatchObject({ cost: 0, tokens: none })
})

test("a session's cost and tokens are those of all its round-trips, a run's those of its own", async () => {
  const turns = [
    { text: 'a', usage: { prompt: 100, completion: 10 }, finish: 'tool_calls' },
    { text: 'b', usage: { prompt: 200, completion: 20, cacheHit: 100 } },
    { text: 'c', usage: { prompt: 300, completion: 30, reasoning: 5 } },
  ]
  const opencode = fakeOpencode({ script: turns })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi', flash)
  await prompt(opencode, session, 'hi', flash)
  // 0.15 a million in, 0.6 out, 0.003 from the cache: 21 + 27.3 and 63 microdollars
  expect(opencode.runs[0]).toHaveCost(0.0000483)
  expect(opencode.runs[1]).toHaveCost(0.000063)
  expect(opencode.runs[0]?.session?.cost).toBeCloseTo(0.0000483, 12)
  expect(opencode.runs[1]?.session?.cost).toBeCloseTo(0.0001113, 12)
  expect(opencode.sessions.get(session)?.tokens).toEqual({
    input: 100 + 100 + 300,
    output: 10 + 20 + 25,
    reasoning: 5,
    cache: { read: 100, write: 0 },
  })
})

test('the session shows what a prompt cost after it is idle, once', async () => {
  const opencode = fakeOpencode({ cost: 0.5 })
  await prompt(opencode, await createSession(opencode), 'hi')
  const types = opencode.events.map(({ type }) => type)
  const costs = opencode.events
    .filter(({ type }) => type === 'session.updated')
    .map(({ properties }) => Object(properties['info']).cost)
  expect(costs.filter((cost) => cost > 0)).toEqual([0.5])
  expect(types.slice(types.indexOf('session.idle'))).toEqual([
    'session.idle',
    'session.updated',
    'session.diff',
    'message.updated',
  ])
})
