import { fakeOpencode, httpError, runPrompt, turn } from 'opencode-testing'
import { expect, test } from 'vitest'

test('toHaveOutcome', async () => {
  const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails'), 'label: bug'] })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.lastRun).not.toHaveOutcome('interrupted')
  expect(await runPrompt(opencode, 'Fix the login bug')).toHaveOutcome('succeeded')
})

test('toHaveSentPrompt', async () => {
  const opencode = fakeOpencode()
  await runPrompt(opencode, 'Fix the login bug', { agent: 'plan', model: 'deepseek/deepseek-flash' })
  expect(opencode).toHaveSentPrompt('Fix the login bug')
  expect(opencode).toHaveSentPrompt(/login/, { times: 1, agent: 'plan', model: 'deepseek/deepseek-flash' })
  expect(opencode).toHaveSentPrompt(expect.stringContaining('login'), { model: { providerID: 'deepseek' } })
  expect(opencode).not.toHaveSentPrompt('login')
})

test('toEndTurnWith', async () => {
  const opencode = fakeOpencode({ script: [turn({ text: 'label: b', finish: 'length' }), httpError(402)] })
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toEndTurnWith('length')
  await runPrompt(opencode, 'Fix the login bug')
  expect(opencode.lastRun).toEndTurnWith(undefined)
})

test('toHaveCost', async () => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 600, reasoning: 50 }
  const opencode = fakeOpencode({
    script: [turn({ text: 'label: bug', usage })],
    prices: { 'fake-model': { input: 0.5, output: 2, cacheRead: 0.05 } },
  })
  await runPrompt(opencode, 'Fix the login bug')
  // (400 × 0.5 + 200 × 2 + 600 × 0.05) / 1,000,000
  expect(opencode.lastRun).toHaveCost(0.00063)
  expect(opencode.lastRun).toHaveCost(0.0006, { within: 0.0001 })
})
