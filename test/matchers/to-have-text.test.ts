import { RunResult } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'

expect.extend(matchers)

const saying = (text: string): RunResult =>
  new RunResult({ session: null, messages: [prompt('Label it'), answer(text, { finish: 'stop' })] })

const run = saying('label: bug')

test('toHaveText takes a string as the whole text, and a RegExp or an asymmetric matcher for a part', () => {
  expect(run).toHaveText('label: bug')
  expect(run).not.toHaveText('label')
  expect(run).toHaveText(/bug$/)
  expect(run).toHaveText(expect.stringContaining('label'))
  expect(run).not.toHaveText(expect.stringContaining('feature'))
})

test('toHaveText reads the last text of a run, which may be none', () => {
  const steps = [
    answer('I look.', { id: 'msg_2', finish: 'tool-calls' }),
    answer('Done.', { id: 'msg_3', finish: 'stop' }),
  ]
  expect(new RunResult({ session: null, messages: [prompt('Go'), ...steps] })).toHaveText('Done.')
  expect(saying('')).toHaveText('')
})

test('toHaveText shows both texts and the transcript when it fails', () => {
  const { message } = failureOf(() => expect(run).toHaveText('label: feature'))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveText(expected)

    Expected text: "label: feature"
    Received text: "label: bug"

    (transcript)"
  `)
})

test('not.toHaveText shows what was denied', () => {
  const { message } = failureOf(() => expect(run).not.toHaveText(/bug/))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).not.toHaveText(expected)

    Expected text: not /bug/
    Received text: "label: bug"

    (transcript)"
  `)
})

test('toHaveText leaves the middle of a long text out, and the diff to Vitest', () => {
  const long = saying(`first ${'word '.repeat(200)}last`)
  const failure = failureOf(() => expect(long).toHaveText('first last'))
  expect(failure.message).toMatch(/Received text: "first word .* … .* word last"\n/)
  expect(failure).toMatchObject({ expected: 'first last' })
})

test.each([[undefined], [7], [['label']]])('toHaveText(%j) throws, as it is no text', (expected) => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(run).not.toHaveText(expected)).toThrow(/^toHaveText expected: expected a string, a RegExp/)
})
