import { createRequire } from 'node:module'
import { createOpencodeClient } from '@opencode-ai/sdk'
import OpenAI from 'openai'
import * as testing from 'opencode-testing'
import * as ai from 'opencode-testing/ai'
import { test as agentTest } from 'opencode-testing/vitest'
import { expect, test, vi } from 'vitest'
import { scenarios } from '../scenarios.cjs'

const timers = {
  fake: () => vi.useFakeTimers(),
  real: () => vi.useRealTimers(),
  advance: (ms) => vi.advanceTimersByTimeAsync(ms),
}

scenarios({ test, expect, testing, ai, timers, printsDiff: true, createOpencodeClient, OpenAI })

agentTest('the fixtures are open', async ({ opencode, deepseek }) => {
  opencode.script('Hello there.')
  expect(await testing.runPrompt('http://localhost:4096', 'Say hello')).toHaveText('Hello there.')
  expect(deepseek.url).toBe('https://api.deepseek.com')
})

for (const number of [1, 2, 3, 4, 5]) {
  agentTest.concurrent(`side by side, number ${number}`, async ({ opencode, expect: own }) => {
    opencode.script(`Hello ${number}.`)
    const run = await testing.runPrompt(opencode.url, `Say hello to ${number}`)
    own(run).toHaveText(`Hello ${number}.`)
    own(opencode).toHaveSentPrompts([`Say hello to ${number}`])
  })
}

test('the CommonJS copy shares the network', async () => {
  const copy = createRequire(import.meta.url)('opencode-testing')
  expect(copy.fakeOpencode).not.toBe(testing.fakeOpencode)
  const opencode = copy.fakeOpencode({ script: ['Hello there.'] })
  const run = await testing.runPrompt('http://localhost:4096', 'Say hello')
  expect(run).toHaveText('Hello there.')
  expect(opencode).toHaveSentPrompt('Say hello')
  expect(run).toBeInstanceOf(copy.RunResult)
})
