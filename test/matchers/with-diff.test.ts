import { stripVTControlCharacters } from 'node:util'
import { expect as standalone } from 'expect'
import * as matchers from 'opencode-testing/matchers'
import type { AgentMatchers } from 'opencode-testing/matchers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDiff } from '../../matchers/with-diff.ts'
import { RunResult } from '../../src/model/run-result.ts'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'
import { recorder } from './recorder.ts'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> extends AgentMatchers<R> {}
}

// The matchers of standalone `expect` are the process's: what other files see is put back.
const target: { extend(matchers: object): void } = standalone
beforeAll(() => target.extend(withDiff(matchers)))
afterAll(() => standalone.extend(matchers))

const run = new RunResult({
  session: null,
  messages: [prompt('Fix the login bug'), answer('Done.', { finish: 'stop', cost: 0.001 })],
})

const said = (fail: () => void): string =>
  stripVTControlCharacters(failureOf(fail).message).replace(run.toString(), '(transcript)')

test('a failure ends with the diff', () => {
  expect(said(() => standalone(run).toHaveText('Ready.'))).toBe(
    `expect(run).toHaveText(expected)

Expected text: "Ready."
Received text: "Done."

(transcript)

- Expected
+ Received

- Ready.
+ Done.`,
  )
})

test('of values of different types there is no diff', () => {
  expect(said(() => standalone(run).toHaveText(/Ready/))).toMatch(/\(transcript\)$/)
  expect(said(() => standalone(run).toHaveOutcome(null))).toMatch(/\(transcript\)$/)
})

test('a denied match has no diff', () => {
  expect(said(() => standalone(run).not.toHaveText('Done.'))).toMatch(/\(transcript\)$/)
})

test('a failure that has a diff of its own has no second', () => {
  const text = said(() => standalone(recorder('Go')).toHaveSentPrompt('Stop'))
  expect(text.split('- Expected')).toHaveLength(2)
})

test('a match passes', () => {
  standalone(run).toHaveText('Done.')
  expect(() => standalone('no run').toHaveText('Done.')).toThrow('toHaveText')
})
