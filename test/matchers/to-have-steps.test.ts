import { RunResult } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'

expect.extend(matchers)

const steps = [answer('I look.', { id: 'msg_2' }), answer('Done.', { id: 'msg_3', finish: 'stop' })]
const run = new RunResult({ session: null, messages: [prompt('Go'), ...steps] })

test('toHaveSteps counts the round-trips to the model', () => {
  expect(run).toHaveSteps(2)
  expect(run).not.toHaveSteps(1)
  expect(run).toHaveSteps(expect.any(Number))
  expect(new RunResult({ session: null })).toHaveSteps(0)
})

test('toHaveSteps shows both numbers and the transcript when it fails', () => {
  const failure = failureOf(() => expect(run).toHaveSteps(3))
  expect(failure.message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveSteps(count)

    Expected steps: 3
    Received steps: 2

    (transcript)"
  `)
  expect(failure).toMatchObject({ actual: 2, expected: 3 })
})

test.each([-1, 1.5, '2', undefined])('toHaveSteps(%s) throws, as it is no number of steps', (count) => {
  // @ts-expect-error the types let only the numbers through
  expect(() => expect(run).not.toHaveSteps(count)).toThrow(/^toHaveSteps count: expected an integer >= 0/)
})
