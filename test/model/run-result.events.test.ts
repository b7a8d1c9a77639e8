import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import type { EventObject } from '../../src/wire/envelope.ts'
import { listedMessages, promptAnswer, readCapture } from '../fixtures/read-capture.ts'

test('reads what a subscriber saw that came in the middle of a run', () => {
  const { lateStream = [] } = readCapture('16f-late-subscriber')
  const run = RunResult.from(lateStream)
  expect(run).toMatchObject({ outcome: 'succeeded', text: 'a b c d e f', finish: 'stop' })
  // Its first frame of the run is a delta, and the prompt comes after the idle.
  expect(run.messages.map(({ info }) => info.role)).toEqual(['user', 'assistant'])
})

test('reads as much of a run as is left, wherever a subscriber came in', () => {
  const { sse } = readCapture('16f-late-subscriber')
  const last = (match: (text: string) => boolean): number => sse.findLastIndex((each) => match(JSON.stringify(each)))
  const text = last((each) => each.includes('"text":"a b c d e f"'))
  const completed = last((each) => each.includes('"completed":'))
  for (let from = 0; from < sse.length; from += 1) {
    const run = RunResult.from(sse.slice(from))
    expect([from, run.text]).toEqual([from, from <= text ? 'a b c d e f' : ''])
    expect([from, run.outcome]).toEqual([from, from <= completed ? 'succeeded' : null])
  }
})

test('has no outcome before the run is over', () => {
  const { sse } = readCapture('03-tool-bash-then-text')
  const over = sse.findLastIndex((each) => JSON.stringify(each).includes('"completed":'))
  const outcomes = sse.slice(0, over + 1).map((_, length) => RunResult.from(sse.slice(0, length)).outcome)
  expect(new Set(outcomes)).toEqual(new Set([null]))
  expect(RunResult.from(sse.slice(0, over + 1)).outcome).toBe('succeeded')
})

test('is not disturbed by events of types and shapes that nobody knows', () => {
  const { sse } = readCapture('03-tool-bash-then-text')
  const strange: EventObject[] = [
    { type: 'plugin.added', properties: { id: 'x' } },
    { type: 'constructor', properties: { sessionID: 'ses_dd30d75efffe1NlNQFWuKFaLX2' } },
    {
      type: 'session.status',
      properties: { sessionID: 'ses_dd30d75efffe1NlNQFWuKFaLX2', status: { type: 'dreaming' } },
    },
    { type: 'message.updated', properties: { sessionID: 'ses_dd30d75efffe1NlNQFWuKFaLX2', info: null } },
    { type: 'message.part.updated', properties: { sessionID: 'ses_dd30d75efffe1NlNQFWuKFaLX2', part: 'x' } },
  ]
  const disturbed = RunResult.from(sse.flatMap((each) => [each, ...strange]))
  const run = RunResult.from(sse)
  expect(disturbed.messages).toEqual(run.messages)
  expect(disturbed.outcome).toBe('succeeded')
})

test('leaves child sessions to those who ask for them', () => {
  const { sse } = readCapture('03e-task-subagent')
  const child = 'ses_dd30d4c53ffeUXzJxJXcSVvHlS'
  const run = RunResult.from(sse)
  expect(run.text).toBe('main after sub')
  // 36.344 for the step that calls the task and 20.272 for the answer; the child's 20.272 stays with it.
  expect(run.cost).toBeCloseTo(0.000056616, 9)
  expect(RunResult.from(sse, { sessionID: child })).toMatchObject({ text: 'sub result', outcome: 'succeeded' })
  // The child worked for this run: its events are among the run's.
  expect(RunResult.from(run, { sessionID: child }).text).toBe('sub result')
})

test('counts to a run what opencode wrote itself', () => {
  const { sse } = readCapture('09c-http-400-context-length')
  // The message of the compaction, and the one that goes on after it (facts/opencode-1x.md section 7).
  for (const promptID of ['msg_22cf571bb001ZaTVK72W17CbQr', 'msg_22cf573be001AfO6fTq0TPjUqy']) {
    expect(RunResult.from(sse, { promptID }).steps).toHaveLength(3)
  }
})

test('takes no shell command for a run, and fails none for a command that does not exist', () => {
  const { sse, http } = readCapture('15g-shell-and-command')
  const list = http.findLast(({ method, status: code }) => method === 'GET' && code === 200)?.body
  for (const source of [sse, list]) {
    expect(RunResult.from(source)).toMatchObject({ text: 'cmd reply', outcome: 'succeeded', error: null })
  }
})

test('fails with what opencode says where a prompt was refused before it was stored', () => {
  const run = RunResult.from(readCapture('14b-wrong-agent').sse)
  expect(run).toMatchObject({ outcome: 'failed', messages: [] })
  expect(run.error?.message).toBe(
    'Agent not found: "no-such-agent". Available agents: build, explore, general, helper, plan',
  )
})

test('knows nothing of a prompt that asked for no reply', () => {
  const run = RunResult.from(readCapture('06c-noReply').sse)
  expect(run).toMatchObject({ outcome: null, text: '' })
  expect(run.messages).toHaveLength(1)
})

test('takes the copies that a fork makes for no run', () => {
  const { sse } = readCapture('15b-fork')
  const { sessionID } = RunResult.from(sse).messages[0]?.info ?? {}
  const prompted = readCapture('15b-fork').http.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/message'),
  )
  expect(prompted.at(-1)?.path).toBe(`/session/${sessionID}/message`)
  // The copies can be asked for all the same.
  expect(RunResult.from(sse, { sessionID: 'ses_dd3073491ffeVs47uYuYwkwquK' })).toMatchObject({
    text: 'two',
    events: [],
  })
})

test('takes a run that was aborted while it waited to retry for interrupted', () => {
  const capture = readCapture('09h-http-503-persistent-abort-in-retry')
  for (const source of [capture.sse, listedMessages(capture)]) {
    expect(RunResult.from(source)).toMatchObject({ outcome: 'interrupted', error: null, finish: undefined, text: '' })
  }
})

test('goes on after a step whose stream ended without a finish reason', () => {
  const capture = readCapture('08b-stream-ends-no-finish-no-done')
  for (const source of [capture.sse, listedMessages(capture)]) {
    const run = RunResult.from(source)
    expect(run.steps.map(({ finish, text }) => [finish, text])).toEqual([
      ['unknown', 'one two three four '],
      ['stop', 'second answer after no-finish'],
    ])
    expect(run.outcome).toBe('succeeded')
  }
})

test('takes a structured answer for a success', () => {
  const capture = readCapture('15j-structured-output')
  for (const source of [capture.sse, promptAnswer(capture)]) {
    expect(RunResult.from(source)).toMatchObject({ outcome: 'succeeded', finish: 'tool-calls' })
  }
})

test('counts to a run the compaction that was asked for meanwhile', () => {
  const { sse } = readCapture('15h-busy-conflicts')
  const run = RunResult.from(sse)
  expect(run.steps.map(({ text }) => text)).toEqual(['a b c d e f', 'default reply'])
  expect(RunResult.from(sse, { promptID: 'msg_22cf913af001bZKeO7VhL6A95d' }).messages).toEqual(run.messages)
})
