import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import type { EventObject } from '../../src/wire/envelope.ts'
import { readCapture } from '../fixtures/read-capture.ts'
import { assistantMessage, userMessage } from './messages.ts'
import { event, sent, status } from './run-events.ts'

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
    { type: 'session.status', properties: { sessionID: 'ses_dd30d75efffe1NlNQFWuKFaLX2', status: { type: 'dreaming' } } },
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

test('counts a prompt that was sent while the session was busy to the run', () => {
  // facts/opencode-1x.md section 3: its message is stored at once, the loop goes on with a step for it, one idle ends all.
  const [first, second] = [userMessage('one', { id: 'msg_0' }), userMessage('two', { id: 'msg_2', time: { created: 15 } })]
  const answers = [
    assistantMessage({ id: 'msg_1', parentID: 'msg_0', time: { created: 10, completed: 20 } }),
    assistantMessage({ id: 'msg_3', parentID: 'msg_2', time: { created: 21, completed: 30 } }),
  ] as const
  const open = assistantMessage({ id: 'msg_1', parentID: 'msg_0', time: { created: 10 } })
  const events = [
    ...sent(first),
    ...status('busy'),
    ...sent(open),
    ...sent(second),
    ...sent(answers[0]),
    ...status('busy'),
    ...sent(answers[1]),
    ...status('idle'),
  ]
  const messages = [first, answers[0], second, answers[1]]
  for (const source of [events, messages]) {
    expect(RunResult.from(source).messages).toEqual(messages)
    expect(RunResult.from(source, { promptID: 'msg_2' }).messages).toEqual(messages)
  }
})

test('begins a run with each prompt that finds the session idle', () => {
  const run = (number: number): [ReturnType<typeof userMessage>, ReturnType<typeof assistantMessage>] => {
    const at = number * 100
    return [
      userMessage(`prompt ${number}`, { id: `msg_${number}`, time: { created: at } }),
      assistantMessage({ id: `msg_${number}a`, parentID: `msg_${number}`, time: { created: at + 1, completed: at + 50 } }),
    ]
  }
  const runs = [run(1), run(2)]
  const events = runs.flatMap(([prompt, answer]) => [...sent(prompt), ...status('busy'), ...sent(answer), ...status('idle')])
  for (const source of [events, runs.flat()]) {
    expect(RunResult.from(source).messages).toEqual(run(2))
    expect(RunResult.from(source, { promptID: 'msg_1' }).messages).toEqual(run(1))
  }
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
  const prompted = readCapture('15b-fork').http.filter(({ method, path }) => method === 'POST' && path.endsWith('/message'))
  expect(prompted.at(-1)?.path).toBe(`/session/${sessionID}/message`)
})

test('leaves out messages that were removed', () => {
  const answer = assistantMessage()
  const events = [...sent(userMessage('x')), ...status('busy'), ...sent(answer), ...status('idle')]
  const run = RunResult.from([...events, event('message.removed', { messageID: answer.info.id })])
  expect(run.messages.map(({ info }) => info.role)).toEqual(['user'])
})

test('keeps apart two runs where the second begins before the first has sent its last idle', () => {
  // After an abort the message is completed, and a second idle sent, when the next prompt may already be there
  // (facts/opencode-1x.md section 5).
  const aborted = { name: 'MessageAbortedError', data: { message: 'Aborted' } }
  const first = userMessage('one', { id: 'msg_1', time: { created: 1 } })
  const second = userMessage('two', { id: 'msg_3', time: { created: 30 } })
  const events = [
    ...sent(first),
    ...status('busy'),
    ...sent(assistantMessage({ id: 'msg_2', parentID: 'msg_1', time: { created: 2 } })),
    event('session.error', { error: aborted }),
    ...status('idle'),
    ...sent(second),
    ...status('busy'),
    ...sent(assistantMessage({ id: 'msg_2', parentID: 'msg_1', error: aborted, time: { created: 2, completed: 40 } })),
    ...status('idle'),
    ...sent(assistantMessage({ id: 'msg_4', parentID: 'msg_3', time: { created: 41 } })),
    ...sent(assistantMessage({ id: 'msg_4', parentID: 'msg_3', time: { created: 41, completed: 50 } })),
    ...status('idle'),
  ]
  expect(RunResult.from(events, { promptID: 'msg_1' })).toMatchObject({ outcome: 'interrupted' })
  expect(RunResult.from(events)).toMatchObject({ outcome: 'succeeded', error: null })
})
