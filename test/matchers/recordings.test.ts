import { RunResult } from 'opencode-testing'
import { expect, test } from 'vitest'
import type { RunExpectation } from '../fixtures/expectations/run-expectation.ts'
import { recordedSources } from '../fixtures/recorded-sources.ts'
import { runExpectations } from '../fixtures/run-expectations.ts'

// The matchers on what real servers sent; the expected values were worked out by hand (test/fixtures/expectations).

const named = (expected: RunExpectation, index: number): [string, RunExpectation] => [
  `${index}: ${expected.version}/${expected.capture}`,
  expected,
]

const inEvents = runExpectations.filter(({ from }) => from.includes('events'))

test.for(inEvents.map(named))('judges the recorded run %s', ([, expected]) => {
  const { version, capture, promptID, sessionID, outcome, finish, cost } = expected
  const stream = recordedSources(version, capture).find(({ kind }) => kind === 'events')
  const run = RunResult.from(stream?.value, { ...(promptID && { promptID }), ...(sessionID && { sessionID }) })
  expect(run).toHaveOutcome(outcome)
  expect(run).toEndTurnWith(finish)
  expect(run).toHaveCost(cost)
  expect(run).not.toHaveOutcome(outcome === 'failed' ? 'succeeded' : 'failed')
  expect(run).not.toEndTurnWith(finish === 'stop' ? 'length' : 'stop')
  expect(run).not.toHaveCost(cost + 0.000001)
})

test.for([
  ['01-plain-text', 'Second prompt in the same session'],
  ['02-reasoning-then-text', 'Think'],
  ['03-tool-bash-then-text', 'Run echo'],
  ['07-abort-mid-stream', 'abort me'],
  ['08a-stream-destroyed-mid-text', 'cut test'],
  ['08d-finish-but-no-done', 'cut test'],
  ['09a-http-401', 'err test'],
  ['09c-http-400-context-length', 'err test'],
  ['09e-http-429-retry-after-1', 'err test'],
  ['10a-finish-length', 'cut test'],
  ['11b-permission-reject', 'do'],
  ['12a-question-reply', 'ask me'],
  ['14d-wrong-provider-async', 'x'],
] as const)('finds in the recording %s the prompt that started the run', ([capture, prompt]) => {
  const stream = recordedSources('1.18.33', capture).find(({ kind }) => kind === 'events')
  expect(RunResult.from(stream?.value)).toHaveSentPrompt(prompt, { times: 1 })
  expect(RunResult.from(stream?.value)).not.toHaveSentPrompt('another prompt')
})
