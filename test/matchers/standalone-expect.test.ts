import { stripVTControlCharacters } from 'node:util'
import { expect as standalone } from 'expect'
import * as matchers from 'opencode-testing/matchers'
import type { AgentMatchers } from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'
import { recorder } from './recorder.ts'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> extends AgentMatchers<R> {}
  interface AsymmetricMatchers extends AgentMatchers {}
}

standalone.extend(matchers)

const run = new RunResult({
  session: null,
  messages: [prompt('Fix the login bug'), answer('Done.', { finish: 'stop', cost: 0.001 })],
})

test('the matchers pass under standalone expect', async () => {
  standalone(run).toHaveOutcome('succeeded')
  standalone(run).not.toHaveOutcome('failed')
  standalone(run).toHaveSentPrompt(standalone.stringContaining('login'), { agent: 'build' })
  standalone(run).toEndTurnWith('stop')
  standalone(run).toHaveCost(standalone.closeTo(0.001, 6))
  standalone({ run }).toEqual({ run: standalone.toHaveCost(0.001) })
  standalone({ run }).toEqual({ run: standalone.not.toHaveOutcome('failed') })
  await standalone(Promise.resolve(run)).resolves.toHaveOutcome('succeeded')
})

test('a failure under standalone expect is complete without a diff', () => {
  const { message } = failureOf(() => standalone(run).toHaveCost(0.002))
  expect(stripVTControlCharacters(message).replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveCost(usd)

    Expected cost: 0.002 (within 0.000000001)
    Received cost: 0.001

    (transcript)"
  `)
})

test('the diff of two prompts is the same under standalone expect', () => {
  const { message } = failureOf(() => standalone(recorder('Go')).toHaveSentPrompt('Stop', { times: 1 }))
  expect(stripVTControlCharacters(message)).toMatchInlineSnapshot(`
    "expect(received).toHaveSentPrompt(expected, options)

    Expected prompt: "Stop"
    Expected times:  1
    Received times:  0
    Prompts sent:    1

    The nearest, number 1 of 1, differs in:
    Received prompt: "Go"

    - Expected
    + Received

    - Stop
    + Go"
  `)
})

test('a request that was not received is shown the same way under standalone expect', () => {
  const fake = { requests: [{ method: 'POST', path: '/x', body: { a: 1, b: 'two' } }] }
  standalone(fake).toHaveReceivedRequest({ path: /^\/x/, body: { a: standalone.any(Number) } })
  const { message } = failureOf(() =>
    standalone(fake).toHaveReceivedRequest({ path: '/x', body: { a: 1, b: standalone.stringContaining('three') } }),
  )
  expect(stripVTControlCharacters(message)).toMatchInlineSnapshot(`
    "expect(received).toHaveReceivedRequest(request)

    Expected path:     "/x"
    Expected body:     {"a": 1, "b": StringContaining "three"}
    Requests received: 1

    The nearest, number 1 of 1, POST /x, differs in body.b:

    - Expected
    + Received

    @@ -2,6 +2,6 @@
        "path": "/x"
        "body": {
          "a": 1
    -     "b": StringContaining "three"
    +     "b": "two"
        }
      }"
  `)
})

test('matchers without an argument work under standalone expect', () => {
  standalone({ remaining: 0 }).toHaveConsumedScript()
  standalone({ requests: [{ messages: [], tools: [{ name: 'search' }] }] }).toHaveOfferedTool(/^s/)
  const failure = failureOf(() => standalone({ requests: [] }).toHaveEchoedReasoning())
  expect(stripVTControlCharacters(failure.message)).toMatch(/^expect\(received\)\.toHaveEchoedReasoning\(\)\n/)
})

test('a wrong receiver throws under standalone expect, also under .not', () => {
  expect(() => standalone('Done.').not.toHaveOutcome('failed')).toThrow(/^toHaveOutcome received: expected a run/)
  expect(() => standalone('Done.').not.toHaveSentPrompt('Hi')).toThrow(/^toHaveSentPrompt received: expected a fake/)
})
