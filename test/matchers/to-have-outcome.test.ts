import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/errors.ts'
import { RunResult } from '../../src/model/run-result.ts'
import type { AssistantInfo } from '../../src/wire/message.ts'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'

expect.extend(matchers)

const run = (text: string, step: Partial<AssistantInfo>): RunResult =>
  new RunResult({ session: null, messages: [prompt('Fix the login bug'), answer(text, step)] })

const succeeded = run('Done.', { finish: 'stop' })
const failed = run('', { error: { name: 'APIError', data: { message: 'Authentication Fails', statusCode: 401 } } })
const interrupted = run('Let me', { error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } })
const unfinished = run('Let me', { time: { created: 1001 } })

test('toHaveOutcome passes for the way the run ended', () => {
  expect(succeeded).toHaveOutcome('succeeded')
  expect(failed).toHaveOutcome('failed')
  expect(interrupted).toHaveOutcome('interrupted')
})

test('toHaveOutcome(null) passes for a run that has not ended', () => {
  expect(unfinished).toHaveOutcome(null)
  expect(succeeded).not.toHaveOutcome(null)
})

test('not.toHaveOutcome passes for another way to end', () => {
  expect(failed).not.toHaveOutcome('succeeded')
  expect(unfinished).not.toHaveOutcome('succeeded')
})

test('toHaveOutcome reads the last run of a fake', () => {
  expect({ lastRun: failed }).toHaveOutcome('failed')
})

test('toHaveOutcome shows both outcomes, the error and the transcript when it fails', () => {
  const { message } = failureOf(() => expect(failed).toHaveOutcome('succeeded'))
  expect(message.replace(failed.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveOutcome(outcome)

    Expected outcome: "succeeded"
    Received outcome: "failed"

    (transcript)"
  `)
})

test('not.toHaveOutcome shows what was denied when it fails', () => {
  const { message } = failureOf(() => expect(succeeded).not.toHaveOutcome('succeeded'))
  expect(message.replace(succeeded.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).not.toHaveOutcome(outcome)

    Expected outcome: not "succeeded"
    Received outcome: "succeeded"

    (transcript)"
  `)
})

test('toHaveOutcome leaves the diff to Vitest, and gives it none where the outcomes are equal', () => {
  expect(failureOf(() => expect(failed).toHaveOutcome('succeeded'))).toMatchObject({
    actual: 'failed',
    expected: 'succeeded',
  })
  expect(failureOf(() => expect(failed).not.toHaveOutcome('failed'))).toMatchObject({
    actual: undefined,
    expected: undefined,
  })
})

test.each(['success', '', undefined, true])('toHaveOutcome(%j) throws, as it is no outcome', (outcome) => {
  const message = /^toHaveOutcome outcome: expected 'succeeded', 'failed', 'interrupted', null or an asymmetric matcher/
  // @ts-expect-error the types do not let it through either
  expect(() => expect(failed).toHaveOutcome(outcome)).toThrow(message)
  // @ts-expect-error the types do not let it through either
  expect(() => expect(failed).not.toHaveOutcome(outcome)).toThrow(message)
})

test.each([[undefined], [7], ['Done.'], [{}]])(
  'toHaveOutcome throws for %j, which is no run, also under .not',
  (value) => {
    const plain = failureOf(() => expect(value).toHaveOutcome('failed'))
    expect(plain).toBeInstanceOf(InvalidOptionError)
    expect(plain.message).toMatch(/^toHaveOutcome received: expected a run/)
    expect(failureOf(() => expect(value).not.toHaveOutcome('failed')).message).toBe(plain.message)
  },
)

test('toHaveOutcome names the message that makes a list no run', () => {
  expect(() => expect([prompt('Hi'), { role: 'assistant' }]).toHaveOutcome('failed')).toThrow(
    /^toHaveOutcome received\[1\]: expected a message/,
  )
})

test('toHaveOutcome asks for the missing await when it is given a promise', () => {
  const missing = /^toHaveOutcome received: .*`await`/
  expect(() => expect(Promise.resolve(failed)).toHaveOutcome('failed')).toThrow(missing)
  expect(() => expect(Promise.resolve(failed)).not.toHaveOutcome('failed')).toThrow(missing)
})

test('toHaveOutcome takes an asymmetric matcher', () => {
  expect(failed).toHaveOutcome(expect.stringMatching(/failed|interrupted/))
  expect(succeeded).not.toHaveOutcome(expect.stringMatching(/failed|interrupted/))
  expect(() => expect(succeeded).toHaveOutcome(expect.stringContaining('fail'))).toThrow(
    'Expected outcome: StringContaining "fail"\nReceived outcome: "succeeded"',
  )
})

test('expect.toHaveOutcome matches a run inside another value', () => {
  expect({ id: 1, run: failed }).toEqual({ id: 1, run: expect.toHaveOutcome('failed') })
  expect({ id: 1, run: failed }).toEqual({ id: 1, run: expect.not.toHaveOutcome('succeeded') })
  expect({ id: 1, run: failed }).not.toEqual({ id: 1, run: expect.toHaveOutcome('succeeded') })
})

test('toHaveOutcome works with .resolves, expect.soft and expect.poll', async () => {
  const answers = [undefined, unfinished, succeeded]
  await expect(Promise.resolve(failed)).resolves.toHaveOutcome('failed')
  expect.soft(failed).toHaveOutcome('failed')
  await expect.poll(() => answers.shift(), { interval: 1 }).toHaveOutcome('succeeded')
})

test.fails('expect.soft fails the test with toHaveOutcome', () => {
  expect.soft(failed).toHaveOutcome('succeeded')
})

test('toHaveOutcome says that no prompt started a run', () => {
  const idle = { lastRun: undefined, sentPrompts: [] }
  expect(() => expect(idle).toHaveOutcome(null)).toThrow(
    'toHaveOutcome received: expected a fake that was sent a prompt: no prompt has started a run on this one',
  )
  expect(() => expect(idle.lastRun).not.toHaveOutcome('failed')).toThrow(
    'the `lastRun` of a fake is undefined until a prompt starts a run',
  )
})
