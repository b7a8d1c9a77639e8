import { createRequire } from 'node:module'
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { createOpencodeClient } from '@opencode-ai/sdk'
import OpenAI from 'openai'
import * as testing from 'opencode-testing'
import * as ai from 'opencode-testing/ai'
import { scenarios } from '../scenarios.cjs'
import { jestScenarios } from './jest-scenarios.cjs'

const timers = {
  fake: () => jest.useFakeTimers(),
  real: () => jest.useRealTimers(),
  advance: (ms) => jest.advanceTimersByTimeAsync(ms),
}

scenarios({ test, expect, testing, ai, timers, printsDiff: false, createOpencodeClient, OpenAI })
jestScenarios({ test, expect, describe, afterEach, beforeAll, testing, jest })

test('the CommonJS copy shares the network', async () => {
  const copy = createRequire(import.meta.url)('opencode-testing')
  expect(copy.fakeOpencode).not.toBe(testing.fakeOpencode)
  const opencode = copy.fakeOpencode({ script: ['Hello there.'] })
  const run = await testing.runPrompt('http://localhost:4096', 'Say hello')
  expect(run).toHaveText('Hello there.')
  expect(opencode).toHaveSentPrompt('Say hello')
  expect(run).toBeInstanceOf(copy.RunResult)
})
