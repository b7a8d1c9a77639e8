import type { RunResult } from 'opencode-testing'
import { expect, test } from 'vitest'
import { runExpectations } from '../../fixtures/run-expectations.ts'
import { playPreview } from './play-preview.ts'
import { previewScenarios } from './scenarios.ts'
import { recordedStreams } from './streams.ts'

/** The last run of a recording, as it was worked out by hand; undefined where it has none. */
const lastRunOf = (name: string): object | undefined => {
  const all = runExpectations.filter(({ version, capture }) => version === '1.18.33-api' && capture === name)
  // A prompt that still waits is one as well, read while it did.
  const found = all.findLast(({ steps }) => steps.length > 0) ?? all.at(-1)
  if (!found) return undefined
  const { outcome, text, reasoning, finish, tokens, steps, toolCalls, error } = found
  return { outcome, text, reasoning, finish, tokens, steps, toolCalls, message: error?.message }
}

function told(run: RunResult | undefined): object | undefined {
  if (!run) return undefined
  const { outcome, text, reasoning, finish, tokens, error } = run
  const steps = run.steps.map((step) => step.text)
  return { outcome, text, reasoning, finish, tokens, steps, toolCalls: run.toolCalls, message: error?.message }
}

test.for(Object.entries(previewScenarios))('plays %s as the real server did', async ([name, scenario]) => {
  const { opencode, given, recorded } = await playPreview(name, scenario, recordedStreams[name])
  expect(given).toEqual(recorded)
  expect(told(opencode.lastRun)).toMatchObject(lastRunOf(name) ?? {})
})
