import { readdirSync } from 'node:fs'
import { RunResult } from 'opencode-testing'
import { expect, test } from 'vitest'
import type { RunExpectation } from '../fixtures/expectations/run-expectation.ts'
import { readCapture } from '../fixtures/read-capture.ts'
import { recordedSources } from '../fixtures/recorded-sources.ts'
import { runExpectations } from '../fixtures/run-expectations.ts'

// The matchers on what real servers sent; the expected values were worked out by hand (test/fixtures/expectations).

const named = (expected: RunExpectation, index: number): [string, RunExpectation] => [
  `${index}: ${expected.version}/${expected.capture}`,
  expected,
]

const inEvents = runExpectations.filter(({ from }) => from.includes('events'))

test.for(inEvents.map(named))('judges the recorded run %s', ([, expected]) => {
  const { version, capture, promptID, sessionID, outcome, finish, cost, text, reasoning, steps, error } = expected
  const stream = recordedSources(version, capture).find(({ kind }) => kind === 'events')
  const run = RunResult.from(stream?.value, { ...(promptID && { promptID }), ...(sessionID && { sessionID }) })
  expect(run).toHaveOutcome(outcome)
  expect(run).toEndTurnWith(finish)
  expect(run).toHaveCost(cost)
  expect(run).not.toHaveOutcome(outcome === 'failed' ? 'succeeded' : 'failed')
  expect(run).not.toEndTurnWith(finish === 'stop' ? 'length' : 'stop')
  expect(run).not.toHaveCost(cost + 0.000001)
  expect(run).toHaveCostBelow(cost + 0.000001)
  expect(run).toHaveText(text)
  expect(run).toHaveReasoning(reasoning)
  expect(run).toHaveSteps(steps.length)
  expect(run).toHaveTokens(expected.tokens)
  expect(run).toHaveCalledTools(expected.toolCalls.map(({ name, input }) => ({ name, input })))
  // A stream that ends without a finish reason fails a run without a word.
  if (outcome === 'failed' && error) expect(run).toHaveFailedWith({ ...error })
  else expect(run).not.toHaveFailedWith({})
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

test.for([
  ['03-tool-bash-then-text', 'bash', { command: 'echo hi-from-tool' }],
  ['03b-tool-read-glob', 'glob', {}],
  ['03c-tool-write-file', 'write', {}],
  ['03e-task-subagent', 'task', {}],
] as const)('finds in the recording %s the call of %s', ([capture, name, input]) => {
  const { sse } = readCapture(capture)
  expect(sse).toHaveCalledTool(name, input)
  expect(sse).not.toHaveCalledTool(name, { nothing: true })
})

test('finds in the recordings what order the events of a turn have', () => {
  const turn = [
    { type: 'message.updated', properties: { info: { role: 'user' } } },
    { type: 'session.status', properties: { status: { type: 'busy' } } },
    { type: 'message.part.updated', properties: { part: { type: 'step-finish' } } },
    { type: 'session.status', properties: { status: { type: 'idle' } } },
    'session.idle',
  ]
  for (const capture of ['01-plain-text', '02-reasoning-then-text', '03-tool-bash-then-text']) {
    expect(readCapture(capture).sse).toHaveEmittedInOrder(turn)
    expect(readCapture(capture).sse).toHaveEmitted('session.idle')
    expect(readCapture(capture).sse).not.toHaveEmitted('session.error')
  }
  expect(readCapture('09a-http-401').sse).toHaveEmittedInOrder([
    { type: 'session.error', properties: { error: { name: 'APIError', data: { statusCode: 401 } } } },
    'session.idle',
  ])
})

const captures = readdirSync(new URL('../fixtures/captures/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replaceAll('\\', '/').replace(/(\.global)?\.json$/, ''))

test('knows every event of every recording', () => {
  const judged = [...new Set(captures)].flatMap((name) => {
    const at = name.lastIndexOf('/')
    return recordedSources(name.slice(0, at), name.slice(at + 1)).filter(({ kind }) => kind === 'events')
  })
  expect(judged.length).toBeGreaterThan(100)
  for (const { value, name } of judged) {
    const { data = value } = value as { readonly data?: unknown }
    expect(data, name).toHaveOnlyKnownEvents()
  }
})
