import { RunResult } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'

expect.extend(matchers)

const tokens = { input: 72, output: 40, reasoning: 12, cache: { read: 128, write: 0 } }
const run = new RunResult({ session: null, messages: [prompt('Go'), answer('Done.', { finish: 'stop', tokens })] })

test('toHaveTokens compares the counts that are named', () => {
  expect(run).toHaveTokens({ input: 72 })
  // 72 + 40 + 12 + 128
  expect(run).toHaveTokens({ total: 252, cache: { read: 128 } })
  expect(run).toHaveTokens({})
  expect(run).not.toHaveTokens({ input: 72, output: 41 })
  expect(run).not.toHaveTokens({ cache: { write: 1 } })
})

test('toHaveTokens takes asymmetric matchers for a count, for the cache and for all', () => {
  expect(run).toHaveTokens({ input: expect.any(Number), cache: expect.objectContaining({ read: 128 }) })
  expect(run).toHaveTokens(expect.objectContaining({ output: 40 }))
  expect(run).not.toHaveTokens({ cache: expect.objectContaining({ read: 0 }) })
})

test('toHaveTokens shows a table of all counts when it fails', () => {
  const { message } = failureOf(() => expect(run).toHaveTokens({ input: 100, cache: { read: 128 }, total: 1252 }))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveTokens(tokens)

    Tokens       Expected  Received
    input             100        72  differs
    output            any        40
    reasoning         any        12
    cache read        128       128
    cache write       any         0
    total            1252       252  differs

    (transcript)"
  `)
})

test('not.toHaveTokens shows what was denied', () => {
  const { message } = failureOf(() => expect(run).not.toHaveTokens({ input: 72 }))
  expect(message).toContain(
    'Expected tokens: not {"input": 72}\n\nTokens       Expected  Received\ninput              72        72\n',
  )
})

test.each([
  [{ inputs: 1 }, 'toHaveTokens tokens.inputs: expected one of '],
  [{ input: '1' }, 'toHaveTokens tokens.input: expected an integer >= 0'],
  [{ cache: 5 }, 'toHaveTokens tokens.cache: expected an object with read or write'],
  [{ cache: { red: 5 } }, 'toHaveTokens tokens.cache.red: expected one of '],
  [5, 'toHaveTokens tokens: expected an object with total, input, output, reasoning or cache'],
])('toHaveTokens(%j) throws, also under .not', (expected, message) => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(run).not.toHaveTokens(expected)).toThrow(message)
})
