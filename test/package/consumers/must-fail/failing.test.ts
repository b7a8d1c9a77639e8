import { fakeOpencode, runPrompt } from 'opencode-testing'
import { expect, test } from 'vitest'

// This suite must fail: it shows that a matcher of the packed package does, and what it says.
test('expects a failed run', async () => {
  const opencode = fakeOpencode({ script: ['Hello there.'] })
  await runPrompt(opencode, 'Say hello')
  expect(opencode.lastRun).toHaveOutcome('failed')
})

test('asks a server that no fake plays', async () => {
  await fetch('http://localhost:4096/session')
})
