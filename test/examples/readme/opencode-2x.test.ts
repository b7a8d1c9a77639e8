import { fakeOpencode, httpError, runPrompt } from 'opencode-testing'
import { expect, test } from 'vitest'

test('a run of 2.x has its mark', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [httpError(402, 'Insufficient Balance')] })
  const run = await runPrompt('http://localhost:4096', 'Fix the login bug')
  expect(run).toHaveFailedWith({ type: 'provider.quota', status: 402 })
  expect(run.messages.at(-1)).toMatchObject({ type: 'idle', outcome: 'failed' })
  expect(opencode.events).toHaveEmittedInOrder([
    'session.inbox.delivered',
    'session.step.failed',
    'session.execution.failed',
  ])
})
