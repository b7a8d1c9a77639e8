import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import type { EventObject } from '../../src/wire/envelope.ts'
import type { Message } from '../../src/wire/message.ts'
import { assistantMessage, userMessage } from './messages.ts'
import { event, sent, status } from './run-events.ts'

test('counts a prompt that was sent while the session was busy to the run', () => {
  // facts/opencode-1x.md section 3: its message is stored at once, the loop goes on with a step for it, one idle ends all.
  const [first, second] = [
    userMessage('one', { id: 'msg_0' }),
    userMessage('two', { id: 'msg_2', time: { created: 15 } }),
  ]
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
  const runs = [numberedRun(1), numberedRun(2)]
  const events = runs.flatMap(([prompt, answer]) => [
    ...sent(prompt),
    ...status('busy'),
    ...sent(answer),
    ...status('idle'),
  ])
  for (const source of [events, runs.flat()]) {
    expect(RunResult.from(source).messages).toEqual(numberedRun(2))
    expect(RunResult.from(source, { promptID: 'msg_1' }).messages).toEqual(numberedRun(1))
  }
})

test('leaves out messages and parts that were removed', () => {
  const answer = assistantMessage({}, [
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ])
  const events = [...sent(userMessage('x')), ...status('busy'), ...sent(answer), ...status('idle')]
  const { id: partID } = answer.parts[0] ?? {}
  const edited = RunResult.from([...events, event('message.part.removed', { messageID: answer.info.id, partID })])
  expect(edited.text).toBe('two')
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
    ...sent(userMessage('three', { id: 'msg_5', time: { created: 45 } })),
    ...sent(assistantMessage({ id: 'msg_4', parentID: 'msg_3', time: { created: 41, completed: 50 } })),
    ...status('idle'),
  ]
  expect(RunResult.from(events, { promptID: 'msg_1' })).toMatchObject({ outcome: 'interrupted' })
  const run = RunResult.from(events)
  expect(run).toMatchObject({ outcome: 'succeeded', error: null })
  expect(run.messages.map(({ info }) => info.id)).toEqual(['msg_3', 'msg_4', 'msg_5'])
})

test('continues a run with what opencode writes itself after the idle', () => {
  const note = { type: 'text', text: 'Continue.', synthetic: true }
  const messages = [
    userMessage('one', { id: 'msg_1', time: { created: 1 } }),
    assistantMessage({ id: 'msg_2', parentID: 'msg_1', time: { created: 2, completed: 3 } }),
    userMessage('', { id: 'msg_3', time: { created: 4 } }, [note]),
    assistantMessage({ id: 'msg_4', parentID: 'msg_3', time: { created: 5, completed: 6 } }),
  ]
  const events = [messages.slice(0, 2), messages.slice(2)].flatMap(([prompt, answer]) => turn(prompt, answer))
  for (const source of [events, messages]) expect(RunResult.from(source).messages).toEqual(messages)
})

test('looks past a shell command for the last run', () => {
  const tool = { type: 'tool', tool: 'bash', callID: '01', state: { status: 'completed', input: {}, output: '' } }
  const note = { type: 'text', text: 'The following tool was executed by the user', synthetic: true }
  const run = [userMessage('one', { id: 'msg_1' }), assistantMessage({ id: 'msg_2', parentID: 'msg_1' })] as const
  const shell = [
    userMessage('', { id: 'msg_3' }, [note]),
    assistantMessage({ id: 'msg_4', parentID: 'msg_3' }, [tool]),
  ] as const
  const events = [...turn(...run), ...status('busy'), ...shell.flatMap(sent), ...status('idle')]
  for (const source of [events, [...run, ...shell]]) {
    expect(RunResult.from(source).messages).toEqual(run)
    expect(RunResult.from(source, { promptID: 'msg_3' }).messages).toEqual(shell)
  }
})

test('finds the steps of a prompt that the list no longer holds', () => {
  const steps = ['msg_2', 'msg_3'].map((id) => assistantMessage({ id, parentID: 'msg_1' }))
  expect(RunResult.from(steps).steps).toHaveLength(2)
})

test('takes an abort that is reported after the idle for the end of the run', () => {
  // As 1.3.2 does (facts/opencode-1x.md section 5).
  const events = [
    ...sent(userMessage('one')),
    ...status('busy'),
    ...sent(assistantMessage({ time: { created: 1 } })),
    ...status('idle'),
    event('session.error', { error: { name: 'MessageAbortedError', data: { message: 'The operation was aborted.' } } }),
    ...status('idle'),
  ]
  expect(RunResult.from(events)).toMatchObject({ outcome: 'interrupted', error: { name: 'MessageAbortedError' } })
})

test('keeps the summary of a prompt among the events of its run, however late it comes', () => {
  const first = userMessage('one', { id: 'msg_1' })
  const second = userMessage('two', { id: 'msg_3', time: { created: 9 } })
  const summary = event('message.updated', { info: { ...first.info, summary: { diffs: [] } } })
  const runs = [
    turn(first, assistantMessage({ id: 'msg_2', parentID: 'msg_1' })),
    turn(second, assistantMessage({ id: 'msg_4', parentID: 'msg_3', time: { created: 10, completed: 11 } })),
  ] as const
  const events = [...runs[0], ...runs[1].slice(0, 2), summary, ...runs[1].slice(2)]
  expect(RunResult.from(events, { promptID: 'msg_1' }).events).toEqual([...runs[0], summary])
  expect(RunResult.from(events).events).toEqual(runs[1])
})

test('gives each run the events of the child sessions that worked meanwhile', () => {
  const child = event('session.created', { sessionID: 'ses_child', info: { id: 'ses_child', parentID: 'ses_a' } })
  const runs = ['msg_1', 'msg_3'].map((id, index) =>
    turn(userMessage(id, { id, time: { created: index } }), assistantMessage({ id: `${id}a`, parentID: id })),
  )
  const events = [...(runs[0]?.slice(0, 4) ?? []), child, ...(runs[0]?.slice(4) ?? []), ...(runs[1] ?? [])]
  expect(RunResult.from(events, { promptID: 'msg_1' }).events).toContain(child)
  expect(RunResult.from(events).events).not.toContain(child)
})

test('shows the session of a run as it was before the next one, whatever was refused meanwhile', () => {
  const refused = event('session.error', { error: { name: 'UnknownError', data: { message: 'Command not found' } } })
  const run = turn(userMessage('one', { id: 'msg_1' }), assistantMessage({ id: 'msg_2', parentID: 'msg_1' }))
  const next = turn(userMessage('two', { id: 'msg_3' }), assistantMessage({ id: 'msg_4', parentID: 'msg_3' }))
  const events = [sessionCost(0), ...run, refused, sessionCost(1), ...next, sessionCost(2)]
  expect(RunResult.from(events, { promptID: 'msg_1' }).session?.cost).toBe(1)
  expect(RunResult.from(events).session?.cost).toBe(2)
})

test('takes a shell command in a forked session for none of the runs that were copied', () => {
  const note = { type: 'text', text: 'The following tool was executed by the user', synthetic: true }
  const copies = [userMessage('one', { id: 'msg_1' }), assistantMessage({ id: 'msg_2', parentID: 'msg_1' })]
  const shell = userMessage('', { id: 'msg_3', time: { created: 9 } }, [note])
  const events = [...copies.flatMap(sent), ...status('busy'), ...sent(shell), ...status('idle')]
  expect(RunResult.from(events, { promptID: 'msg_3' }).messages).toEqual([shell])
  expect(RunResult.from(events, { promptID: 'msg_1' }).messages).toEqual(copies)
})

function turn(prompt: Message | undefined, answer: Message | undefined): EventObject[] {
  return [...(prompt ? sent(prompt) : []), ...status('busy'), ...(answer ? sent(answer) : []), ...status('idle')]
}

function numberedRun(number: number): [prompt: Message, answer: Message] {
  const at = number * 100
  const id = `msg_${number}`
  const time = { created: at + 1, completed: at + 50 }
  return [
    userMessage(`prompt ${number}`, { id, time: { created: at } }),
    assistantMessage({ id: `${id}a`, parentID: id, time }),
  ]
}

const sessionCost = (cost: number): EventObject => event('session.updated', { info: { id: 'ses_a', cost } })
