import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'

expect.extend(matchers)

// Each message carries the cost of its own step.
const costing = (...costs: readonly number[]): RunResult => {
  const steps = costs.map((cost, index) => answer('Done.', { id: `msg_${index + 2}`, finish: 'stop', cost }))
  return new RunResult({ session: null, messages: [prompt('Fix the login bug'), ...steps] })
}

test('toHaveCost passes for the cost of all steps', () => {
  expect(costing(0.001, 0.0005)).toHaveCost(0.0015)
  expect(costing()).toHaveCost(0)
})

test('toHaveCost is exact to 1e-9 USD by default', () => {
  expect(costing(0.1, 0.2)).toHaveCost(0.3)
  expect(costing(0.000020272)).toHaveCost(0.000020273)
  expect(costing(0.000020272)).not.toHaveCost(0.0000202731)
})

test('toHaveCost takes another tolerance, whose ends are included', () => {
  expect(costing(0.4)).toHaveCost(0.3, { within: 0.1 })
  expect(costing(0.2)).toHaveCost(0.3, { within: 0.1 })
  expect(costing(0.41)).not.toHaveCost(0.3, { within: 0.1 })
  expect(costing(0.3)).toHaveCost(0.3, { within: 0 })
  expect(costing(0.3000001)).not.toHaveCost(0.3, { within: 0 })
})

test('not.toHaveCost passes for another cost', () => {
  expect(costing(0.001)).not.toHaveCost(0.002)
})

test('toHaveCost shows both amounts without exponents, and the transcript, when it fails', () => {
  const run = costing(0.000020272)
  const { message } = failureOf(() => expect(run).toHaveCost(0.0000002))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveCost(usd)

    Expected cost: 0.0000002 (within 0.000000001)
    Received cost: 0.000020272

    (transcript)"
  `)
})

test('not.toHaveCost shows the tolerance that let it in when it fails', () => {
  const run = costing(0.00123)
  const { message } = failureOf(() => expect(run).not.toHaveCost(0.001, { within: 0.0005 }))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).not.toHaveCost(usd, options)

    Expected cost: not 0.001 (within 0.0005)
    Received cost: 0.00123

    (transcript)"
  `)
})

test('toHaveCost leaves the diff to Vitest', () => {
  expect(failureOf(() => expect(costing(0.25)).toHaveCost(0.5))).toMatchObject({ actual: 0.25, expected: 0.5 })
})

test.each([-0.001, Number.NaN, Number.POSITIVE_INFINITY, '0.001', undefined])(
  'toHaveCost(%s) throws, as it is no amount',
  (usd) => {
    const message = /^toHaveCost usd: expected a number of USD >= 0, received/
    // @ts-expect-error the types let only the numbers through
    expect(() => expect(costing(0)).toHaveCost(usd)).toThrow(message)
    // @ts-expect-error the types let only the numbers through
    expect(() => expect(costing(0)).not.toHaveCost(usd)).toThrow(message)
  },
)

test('toHaveCost throws for an option it does not know and for a tolerance that is none', () => {
  // @ts-expect-error a misspelt option
  expect(() => expect(costing(0)).not.toHaveCost(1, { witin: 1 })).toThrow(
    /^toHaveCost options\.witin: expected one of within/,
  )
  // @ts-expect-error the tolerance itself in place of the options
  expect(() => expect(costing(0)).toHaveCost(0, 0.1)).toThrow(/^toHaveCost options: expected an object, received 0\.1/)
  expect(() => expect(costing(0)).toHaveCost(0, { within: -1 })).toThrow(
    /^toHaveCost options\.within: expected a number/,
  )
  expect(() => expect(costing(0)).not.toHaveCost(1, { within: Number.NaN })).toThrow(/^toHaveCost options\.within: /)
})

test('toHaveCost throws for a value that is no run, also under .not', () => {
  expect(() => expect(0.001).toHaveCost(0.001)).toThrow(/^toHaveCost received: expected a run/)
  expect(() => expect(0.001).not.toHaveCost(0.002)).toThrow(/^toHaveCost received: expected a run/)
})

test('toHaveCost asks for the missing await when it is given a promise', () => {
  expect(() => expect(Promise.resolve(costing(1))).not.toHaveCost(0)).toThrow(/`await`/)
})

test('toHaveCost takes an asymmetric matcher', () => {
  expect(costing(0.00123)).toHaveCost(expect.closeTo(0.0012, 4))
  expect(costing(0.00123)).not.toHaveCost(expect.closeTo(0.0012, 6))
})

test('expect.toHaveCost matches a run inside another value', () => {
  const runs = new Map([['a', costing(0.001)]])
  expect(runs).toEqual(new Map([['a', expect.toHaveCost(0.001)]]))
  expect([costing(0.001)]).toEqual([expect.toHaveCost(0.0012, { within: 0.0002 })])
  expect([costing(0.001)]).not.toEqual([expect.toHaveCost(0.002)])
})

test('toHaveCost works with expect.soft and expect.poll', async () => {
  const answers = [costing(), costing(0.001)]
  expect.soft(costing(0.001)).toHaveCost(0.001)
  await expect.poll(() => answers.shift(), { interval: 1 }).toHaveCost(0.001)
})
