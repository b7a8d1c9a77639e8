import { httpError, turn } from 'opencode-testing'
import { test } from 'opencode-testing/vitest'
import { expect } from 'vitest'
import { triage } from './triage.ts'

/** Prints what a scene shows, under its name, indented. */
function show(title: string, ...blocks: readonly string[]): void {
  const lines = blocks.join('\n\n').split('\n')
  console.log(`\n━━ ${title}\n\n${lines.map((line) => `   ${line}`.trimEnd()).join('\n')}\n`)
}

test('a run that succeeds', async ({ opencode }) => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 600, reasoning: 50 }
  opencode.reset({ prices: { 'fake-model': { input: 0.5, output: 2, cacheRead: 0.05 } } })
  opencode.script(turn({ reasoning: 'Login fails, so it is a bug.', text: 'Nobody can log in.\nlabel: bug', usage }))
  const { label, cost } = await triage('Nobody can log in since yesterday')
  show('a run that succeeds', `the program reports: label ${label}, ${cost} USD`, String(opencode.lastRun))
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.lastRun).toHaveCost(0.00063)
})

test('a run that fails', async ({ opencode }) => {
  opencode.script(httpError(401, 'Authentication Fails'))
  const { failure } = await triage('Nobody can log in since yesterday')
  show('a run that fails', `the program reports: ${failure?.message}`, String(opencode.lastRun))
  expect(opencode.lastRun).toHaveOutcome('failed')
})

test('a model that stalls', async ({ opencode }) => {
  opencode.script(turn({ text: 'It may be', cut: 'hang' }))
  const stop = new AbortController()
  const { failure } = await triage('How do I log in?', { signal: stop.signal, onText: () => stop.abort() })
  show('a model that stalls, and is stopped', `the program reports: ${failure?.message}`, String(opencode.lastRun))
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('a test that fails', async ({ opencode }) => {
  opencode.script(httpError(402))
  await triage('Nobody can log in since yesterday')
  const failing = (): void => expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(failing).toThrow('Expected outcome: "succeeded"')
  try {
    failing()
  } catch (error) {
    show('what a test prints that expects something else', error instanceof Error ? error.message : '')
  }
})
