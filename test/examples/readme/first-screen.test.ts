// vitest.config.ts:  test: { setupFiles: ['opencode-testing/vitest'] }
import { fakeOpencode, httpError } from 'opencode-testing'
import { expect, test } from 'vitest'
import { triage } from './triage.ts' // your code

test('reports a failed run', async () => {
  const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
  await triage('Fix the login bug')
  expect(opencode).toHaveSentPrompt('Fix the login bug')
  expect(opencode.lastRun).toHaveOutcome('failed')
})
