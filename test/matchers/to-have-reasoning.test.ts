import { fakeOpencode, reasoning, runPrompt } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const opencode = fakeOpencode({ script: [[reasoning('Login fails, so it is a bug.'), 'label: bug'], 'label: bug'] })
const run = await runPrompt(opencode, 'Label it')

test('toHaveReasoning takes a string as the whole reasoning, a RegExp or an asymmetric matcher for a part', () => {
  expect(run).toHaveReasoning('Login fails, so it is a bug.')
  expect(run).not.toHaveReasoning('Login fails')
  expect(run).toHaveReasoning(/a bug/)
  expect(run).toHaveReasoning(expect.stringContaining('Login'))
})

test('toHaveReasoning knows a run without any', async () => {
  expect(await runPrompt(opencode, 'Again')).toHaveReasoning('')
})

test('toHaveReasoning shows both and the transcript when it fails', () => {
  const { message } = failureOf(() => expect(run).toHaveReasoning(/feature/))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveReasoning(expected)

    Expected reasoning: /feature/
    Received reasoning: "Login fails, so it is a bug."

    (transcript)"
  `)
})
