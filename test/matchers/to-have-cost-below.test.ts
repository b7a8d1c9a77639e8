import { RunResult } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'

expect.extend(matchers)

const run = new RunResult({
  session: null,
  messages: [prompt('Go'), answer('Done.', { finish: 'stop', cost: 0.000020272 })],
})

test('toHaveCostBelow passes below its limit, not at it', () => {
  expect(run).toHaveCostBelow(0.00002028)
  expect(run).not.toHaveCostBelow(0.000020272)
})

test('toHaveCostBelow shows both amounts without exponents when it fails', () => {
  const failure = failureOf(() => expect(run).toHaveCostBelow(0.0000002))
  expect(failure.message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveCostBelow(usd)

    Expected cost: below 0.0000002
    Received cost: 0.000020272

    (transcript)"
  `)
  expect(failure).toMatchObject({ actual: undefined, expected: undefined })
})

test('not.toHaveCostBelow says which limit the cost is below', () => {
  expect(() => expect(run).not.toHaveCostBelow(1)).toThrow('Expected cost: not below 1\nReceived cost: 0.000020272')
})

test.each([-1, Number.NaN, '1', undefined])('toHaveCostBelow(%s) throws, as it is no limit', (usd) => {
  // @ts-expect-error the types let only the numbers through
  expect(() => expect(run).not.toHaveCostBelow(usd)).toThrow(/^toHaveCostBelow usd: expected a number of USD >= 0/)
})
