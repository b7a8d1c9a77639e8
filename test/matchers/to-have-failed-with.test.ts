import { fakeOpencode, httpError, RunResult, runPrompt } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'

expect.extend(matchers)

const run = await runPrompt(fakeOpencode({ script: [httpError(401, 'Authentication Fails')] }), 'Go')
const succeeded = new RunResult({ session: null, messages: [prompt('Go'), answer('Done.', { finish: 'stop' })] })

test('toHaveFailedWith takes a string as a part of the message, and a RegExp', () => {
  expect(run).toHaveFailedWith('Authentication')
  expect(run).toHaveFailedWith(/fails$/i)
  expect(run).not.toHaveFailedWith('Insufficient Balance')
  expect(run).toHaveFailedWith(expect.stringContaining('Fails'))
  expect(run).not.toHaveFailedWith(expect.not.stringContaining('Fails'))
})

test('toHaveFailedWith compares the fields of the error that are named', () => {
  expect(run).toHaveFailedWith({ name: 'APIError', status: 401, message: 'Authentication' })
  expect(run).toHaveFailedWith({ status: expect.any(Number) })
  expect(run).toHaveFailedWith(expect.objectContaining({ status: 401 }))
  expect(run).not.toHaveFailedWith({ name: 'APIError', status: 402 })
  expect(run).not.toHaveFailedWith({ name: 'API' })
})

test('toHaveFailedWith passes for no run that succeeded or was interrupted', () => {
  const error = { name: 'MessageAbortedError', data: { message: 'Aborted' } } as const
  const aborted = new RunResult({ session: null, messages: [prompt('Go'), answer('', { error })] })
  expect(succeeded).not.toHaveFailedWith({})
  expect(aborted).not.toHaveFailedWith('Aborted')
})

test('toHaveFailedWith shows one diff of the fields, and the transcript, when it fails', () => {
  const { message } = failureOf(() => expect(run).toHaveFailedWith({ name: 'APIError', status: 402 }))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveFailedWith(expected)

    Expected error: {"name": "APIError", "status": 402}
    Received error: {"name": "APIError", "message": "Authentication Fails", "status": 401}

    - Expected
    + Received

      {
        "name": "APIError"
    -   "status": 402
    +   "status": 401
      }

    (transcript)"
  `)
})

test('toHaveFailedWith says that a run did not fail', () => {
  const { message } = failureOf(() => expect(succeeded).toHaveFailedWith('Authentication'))
  expect(message.replace(succeeded.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveFailedWith(expected)

    Expected message: "Authentication"
    Expected outcome: failed
    Received outcome: "succeeded"
    Received error:   none

    (transcript)"
  `)
})

test.each([
  [5, 'toHaveFailedWith expected: expected a string, a RegExp, an asymmetric matcher or an object'],
  [{ code: 401 }, 'toHaveFailedWith expected.code: expected one of name, type, message, status'],
  [{ status: '401' }, 'toHaveFailedWith expected.status: expected an integer >= 0'],
  [{ name: 5 }, 'toHaveFailedWith expected.name: expected a string, a RegExp'],
])('toHaveFailedWith(%j) throws, also under .not', (expected, message) => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(run).not.toHaveFailedWith(expected)).toThrow(message)
})
