/* oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself */
const { test, after } = require('node:test')
const { expect } = require('expect')
const { fakeOpencode, installNetwork, runPrompt } = require('opencode-testing')
const matchers = require('opencode-testing/matchers')

expect.extend(matchers)
after(installNetwork())

test('says hello', async () => {
  const opencode = fakeOpencode({ script: ['Hello there.'] })
  const run = await runPrompt('http://localhost:4096', 'Say hello')
  expect(run).toHaveOutcome('succeeded')
  expect(opencode).toHaveSentPrompt('Say hello')
  await opencode.close()
})
