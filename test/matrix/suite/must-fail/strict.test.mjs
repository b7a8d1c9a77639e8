// These must fail; the runner of the matrix looks at what they say.
import { configure, fakeOpencode, runPrompt } from 'opencode-testing'
import { expect, test } from 'vitest'

test('must fail: replies are left in strict mode', () => {
  configure({ strict: true })
  fakeOpencode({ script: ['Never asked for.'] })
})

test('must fail: a matcher', async () => {
  configure({ strict: false })
  expect(await runPrompt(fakeOpencode(), 'Say hello')).toHaveOutcome('failed')
})
