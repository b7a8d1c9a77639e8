import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import type { AssistantInfo } from '../../src/wire/message.ts'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'

expect.extend(matchers)

const run = (step: Partial<AssistantInfo>): RunResult =>
  new RunResult({ session: null, messages: [prompt('Fix the login bug'), answer('Let me look.', step)] })

const stopped = run({ finish: 'stop' })
const calling = run({ finish: 'tool-calls' })
const starved = run({ finish: 'insufficient_system_resource' })
const aborted = run({ error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } })

test('toEndTurnWith passes for the finish reason of the last step', () => {
  const messages = [
    prompt('Fix it'),
    answer('', { finish: 'tool-calls' }),
    answer('Done.', { id: 'msg_3', finish: 'stop' }),
  ]
  expect(new RunResult({ session: null, messages })).toEndTurnWith('stop')
})

test('toEndTurnWith reads _ as - on both sides', () => {
  expect(calling).toEndTurnWith('tool-calls')
  expect(calling).toEndTurnWith('tool_calls')
  expect(starved).toEndTurnWith('insufficient_system_resource')
  expect(starved).toEndTurnWith('insufficient-system-resource')
})

test('toEndTurnWith(undefined) passes when there is no finish reason', () => {
  expect(aborted).toEndTurnWith(undefined)
  expect(new RunResult({ session: null })).toEndTurnWith(undefined)
  expect(stopped).not.toEndTurnWith(undefined)
})

test('not.toEndTurnWith passes for another finish reason, and where there is none', () => {
  expect(stopped).not.toEndTurnWith('tool_calls')
  expect(aborted).not.toEndTurnWith('stop')
})

test('toEndTurnWith shows both finish reasons, the error and the transcript when it fails', () => {
  const { message } = failureOf(() => expect(aborted).toEndTurnWith('stop'))
  expect(message.replace(aborted.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toEndTurnWith(finish)

    Expected finish: "stop"
    Received finish: undefined

    (transcript)"
  `)
})

test('not.toEndTurnWith shows both spellings as they are when it fails', () => {
  const { message } = failureOf(() => expect(calling).not.toEndTurnWith('tool_calls'))
  expect(message.replace(calling.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).not.toEndTurnWith(finish)

    Expected finish: not "tool_calls"
    Received finish: "tool-calls"

    (transcript)"
  `)
})

test('toEndTurnWith leaves the diff to Vitest', () => {
  expect(failureOf(() => expect(stopped).toEndTurnWith('length'))).toMatchObject({ actual: 'stop', expected: 'length' })
})

test.each([[null], [7], [['stop']]])('toEndTurnWith(%j) throws, as it is no finish reason', (finish) => {
  const message = /^toEndTurnWith finish: expected a string, a RegExp or an asymmetric matcher, received/
  // @ts-expect-error the types do not let it through either
  expect(() => expect(stopped).toEndTurnWith(finish)).toThrow(message)
  // @ts-expect-error the types do not let it through either
  expect(() => expect(stopped).not.toEndTurnWith(finish)).toThrow(message)
})

test('toEndTurnWith throws for a value that is no run, also under .not', () => {
  expect(() => expect('stop').toEndTurnWith('stop')).toThrow(/^toEndTurnWith received: expected a run/)
  expect(() => expect('stop').not.toEndTurnWith('length')).toThrow(/^toEndTurnWith received: expected a run/)
  expect(() => expect(undefined).toEndTurnWith(undefined)).toThrow(/^toEndTurnWith received: expected a run/)
})

test('toEndTurnWith asks for the missing await when it is given a promise', () => {
  expect(() => expect(Promise.resolve(stopped)).not.toEndTurnWith('length')).toThrow(/`await`/)
})

test('toEndTurnWith takes a RegExp or an asymmetric matcher in either spelling', () => {
  expect(calling).toEndTurnWith(/^tool_calls$/)
  expect(calling).toEndTurnWith(/^tool-calls$/)
  expect(calling).toEndTurnWith(expect.stringContaining('tool_'))
  expect(stopped).toEndTurnWith(expect.any(String))
  expect(stopped).not.toEndTurnWith(/tool/)
  expect(aborted).not.toEndTurnWith(/./)
  expect(aborted).not.toEndTurnWith(expect.any(String))
})

test('expect.toEndTurnWith matches a run inside another value', () => {
  expect({ run: calling }).toEqual({ run: expect.toEndTurnWith('tool_calls') })
  expect({ run: calling }).not.toEqual({ run: expect.toEndTurnWith('stop') })
})

test('toEndTurnWith works with expect.soft and expect.poll', async () => {
  const answers = [aborted, stopped]
  expect.soft(stopped).toEndTurnWith('stop')
  await expect.poll(() => answers.shift(), { interval: 1 }).toEndTurnWith('stop')
})
