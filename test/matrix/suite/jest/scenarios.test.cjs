const OpenAI = require('openai')
const testing = require('opencode-testing')
const ai = require('opencode-testing/ai')
const { scenarios } = require('../scenarios.cjs')
const { jestScenarios } = require('./jest-scenarios.cjs')

const timers = {
  fake: () => jest.useFakeTimers(),
  real: () => jest.useRealTimers(),
  advance: (ms) => jest.advanceTimersByTimeAsync(ms),
}

// No SDK: it is made of ES modules, which CommonJS Jest cannot load.
scenarios({ test, expect, testing, ai, timers, printsDiff: false, OpenAI })
jestScenarios({ test, expect, describe, afterEach, beforeAll, testing, jest })

test('the package is loaded anew', async () => {
  jest.resetModules()
  const copy = require('opencode-testing')
  expect(copy.fakeOpencode).not.toBe(testing.fakeOpencode)
  const opencode = copy.fakeOpencode({ script: ['Hello there.'] })
  expect(await testing.runPrompt('http://localhost:4096', 'Say hello')).toHaveText('Hello there.')
  expect(opencode).toHaveSentPrompt('Say hello')
})
