import { configure, fakeOpencode, runPrompt } from 'opencode-testing'
import { expect, test } from 'vitest'

configure({ strict: true })

test('uses its whole script', async () => {
  const opencode = fakeOpencode({ script: ['label: bug'] })
  expect(await runPrompt(opencode, 'Fix the login bug')).toHaveText('label: bug')
})
