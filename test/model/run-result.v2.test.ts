import { expect, test } from 'vitest'
import { promptsOfRun } from '../../src/model/run-prompts.ts'
import { RunResult } from '../../src/model/run-result.ts'
import { messageIDOf } from '../../src/wire/run-message.ts'
import { continued, declinedThenAnswered, steered, twoRuns } from '../fixtures/v2/more-runs.ts'
import {
  authError,
  interrupted,
  plainReply,
  plainSession,
  refused,
  retried,
  stepInterrupted,
  toolCall,
  type V2Session,
} from '../fixtures/v2/runs.ts'
import { misfits } from '../fixtures/v2/schema-faults.ts'

const sessions = {
  plainReply,
  toolCall,
  refused,
  retried,
  interrupted,
  steered,
  declinedThenAnswered,
  twoRuns,
  continued,
}

test.for(Object.entries(sessions))('has written what fits the schema of 2.x for %s', ([, { events, messages }]) => {
  expect(misfits('V2Event', events)).toEqual([])
  expect(misfits('SessionMessageInfo', messages)).toEqual([])
})

// Costs: a text step is 20.272, a tool step 36.344 (fixtures/expectations/usages.ts).
test.for<[keyof typeof sessions, object]>([
  ['plainReply', { outcome: 'succeeded', text: 'Hello there.', finish: 'stop', cost: 0.000020272, error: null }],
  [
    'toolCall',
    { outcome: 'succeeded', text: 'It printed hi.', finish: 'stop', cost: expect.closeTo(0.000056616, 9), error: null },
  ],
  [
    'refused',
    {
      outcome: 'failed',
      text: '',
      finish: 'error',
      cost: 0,
      error: { type: 'provider.auth', message: 'Authentication Fails', status: 401, raw: authError },
    },
  ],
  ['retried', { outcome: 'succeeded', text: 'after 429', finish: 'stop', cost: 0.000020272, error: null }],
  [
    'interrupted',
    {
      outcome: 'interrupted',
      text: 'Let me',
      finish: 'error',
      cost: 0,
      error: { type: 'aborted', message: 'Step interrupted', raw: stepInterrupted },
    },
  ],
  [
    'steered',
    { outcome: 'succeeded', text: 'three', finish: 'stop', cost: expect.closeTo(0.000060816, 9), error: null },
  ],
  ['declinedThenAnswered', { outcome: 'succeeded', text: 'Left.', finish: 'stop', cost: 0.000020272, error: null }],
  ['twoRuns', { outcome: 'succeeded', text: 'two', finish: 'stop', cost: 0.000020272, error: null }],
  ['continued', { outcome: 'succeeded', text: 'three', finish: 'stop', cost: 0.000020272, error: null }],
])('reads %s of 2.x from events and from messages', ([name, expected]) => {
  for (const source of sourcesOf(sessions[name])) {
    const { outcome, text, finish, cost, error } = RunResult.from(source)
    expect({ outcome, text, finish, cost, error }).toEqual(expected)
  }
})

test.for(Object.entries(sessions))(
  'makes of the events of %s the messages that 2.x lists',
  ([, { events, messages }]) => {
    const prompts = messages.filter(({ type }) => type === 'user')
    const runs = prompts.map(({ id }) => RunResult.from(messages, { promptID: id }).messages)
    expect(prompts.map(({ id }) => RunResult.from(events, { promptID: id }).messages)).toEqual(runs)
    expect(runs.flat()).not.toEqual([])
  },
)

test('ends the messages of a run with the mark that it is over', () => {
  expect(RunResult.from(plainReply.events).messages).toEqual(plainReply.messages)
})

test('reads the calls of a run of 2.x', () => {
  for (const source of sourcesOf(toolCall)) {
    expect(RunResult.from(source).toolCalls).toEqual([
      { id: 'call_1', name: 'bash', input: { command: 'echo hi' }, output: 'hi\n', status: 'completed' },
    ])
  }
  for (const source of sourcesOf(interrupted)) {
    expect(RunResult.from(source).toolCalls).toEqual([
      {
        id: 'call_1',
        name: 'bash',
        input: { command: 'echo hi' },
        status: 'error',
        error: 'Tool execution interrupted',
      },
    ])
  }
})

test('reads what the model of 2.x thought in a step', () => {
  for (const source of sourcesOf(toolCall)) {
    expect(RunResult.from(source).steps.map(({ reasoning }) => reasoning)).toEqual(['It asks for echo.', ''])
  }
})

test('reads tokens of 2.x over the steps', () => {
  // 72 + 36, 30 + 20, 128 + 64
  const tokens = { total: 350, input: 108, output: 50, reasoning: 0, cache: { read: 192, write: 0 } }
  for (const source of sourcesOf(toolCall)) expect(RunResult.from(source).tokens).toEqual(tokens)
})

test('counts prompts that the session of 2.x took up while it was at work to the run', () => {
  const { events, messages } = steered
  for (const source of sourcesOf(steered)) {
    expect(RunResult.from(source, { promptID: 'msg_p2' }).steps.map(({ text }) => text)).toEqual([
      'one',
      'two',
      'three',
    ])
  }
  const prompts = ['First', 'Steered', 'Queued']
  expect(promptsOfRun(RunResult.from(events)).map(({ text, sessionID }) => [text, sessionID])).toEqual(
    prompts.map((text) => [text, 'ses_a']),
  )
  expect(promptsOfRun(RunResult.from(messages)).map(({ text }) => text)).toEqual(prompts)
})

test('tells runs of 2.x apart, and leaves out what was done between them', () => {
  for (const source of sourcesOf(twoRuns)) {
    const first = RunResult.from(source, { promptID: 'msg_p1' })
    expect(first.messages.map(messageIDOf)).toEqual(['msg_p1', 'msg_s1', 'msg_a1100'])
    expect(RunResult.from(source).messages.map(messageIDOf)).toEqual(['msg_p2', 'msg_s2', 'msg_a2090'])
  }
})

test('finds a run of 2.x that was refused by the user without a mark', () => {
  for (const source of sourcesOf(declinedThenAnswered)) {
    const run = RunResult.from(source, { promptID: 'msg_p1' })
    expect(run.messages.map(messageIDOf)).toEqual(['msg_p1', 'msg_s1'])
    expect(run.error).toMatchObject({ type: 'aborted' })
  }
  const { events } = declinedThenAnswered
  expect(RunResult.from(events, { promptID: 'msg_p1' }).outcome).toBe('interrupted')
})

test('reads the session of 2.x as it was after the run', () => {
  expect(RunResult.from(plainReply.events).session).toEqual(plainSession)
  expect(misfits('SessionInfo', [plainSession])).toEqual([])
  // The agent is switched after the run; the compaction that follows is no part of it.
  const { session } = RunResult.from(twoRuns.events, { promptID: 'msg_p1' })
  expect(session).toMatchObject({ agent: 'plan', outcome: 'succeeded', time: { idle: 1100 } })
})

function sourcesOf({ events, messages }: V2Session): readonly unknown[] {
  const page = [...messages].toReversed()
  return [events, messages, page, { data: page }, { data: messages, cursor: { next: cursor('asc') } }]
}

const cursor = (order: string): string => btoa(JSON.stringify({ id: 'msg_p1', order, direction: 'next' }))
