// Compiled, not run, against the packed package and an installed Vitest: the fixtures.
import type { FakeDeepSeek, FakeHuman, FakeOpencode } from 'opencode-testing'
import { configure, test } from 'opencode-testing/vitest'
import { expect } from 'vitest'

configure({ strict: true })
test('has the fakes', async ({ opencode: own, deepseek, human, task }) => {
  const fakes: [FakeOpencode, FakeDeepSeek, FakeHuman, string] = [own, deepseek, human, task.name]
  expect(fakes).toBeDefined()
})
test('has no other', (context) => {
  // @ts-expect-error: a fixture that does not exist
  expect(context.openai).toBeDefined()
})
const impatient = test.extend({ opencodeOptions: { retryDelay: 'none' }, deepseekTurns: ['text'] })
impatient('still has them', ({ opencode: own }) => own.script('text'))
