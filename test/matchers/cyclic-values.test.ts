import { fakeOpencode, runPrompt, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'

const cyclic: Record<string, unknown> = { a: 1 }
cyclic['list'] = [cyclic]

test('an expected value that holds itself is printed as such', async () => {
  const opencode = fakeOpencode({ script: [toolCall('lookup', { a: 2 }, 'found'), 'done'] })
  const run = await runPrompt(opencode, 'Go')
  expect(() => expect(run).toHaveCalledTool('lookup', cyclic)).toThrow('"list": ["[Circular]"]')
  expect(() => expect(run).toHaveCalledTools([{ name: 'lookup', input: cyclic }])).toThrow('[Circular]')
  expect(() => expect(run).toHaveEmitted('session.idle', cyclic)).toThrow('[Circular]')
})
