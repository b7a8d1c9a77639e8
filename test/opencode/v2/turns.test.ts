import { fakeOpencode, reasoning, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { until } from '../until.ts'
import { dataOfEvents, expectValid, messagesOf, newSession, run, send, sessionOf, settle, told } from './v2-calls.ts'

// The orders are those of facts/opencode-2x.md section 3.1.
const BEGIN = ['inbox.enqueued', 'execution.started', 'inbox.delivered', 'step.started']
const TEXT = ['text.started', 'text.delta', 'text.ended']
const ENDED = ['step.ended', 'usage.updated']
const CALLED = ['tool.input.started', 'tool.input.ended', 'tool.called']

test('a plain reply comes in the order of a real server, with numbers from 0', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ text: 'Hello', chunks: 1 })] })
  const id = await run(opencode)
  expect(opencode.events.map(({ type }) => type)).toEqual([
    'session.created',
    'session.inbox.enqueued',
    'session.execution.started',
    'session.instructions.updated',
    'session.inbox.delivered',
    'session.step.started',
    'session.text.started',
    'session.text.delta',
    'session.text.ended',
    'session.step.streamed',
    'session.step.ended',
    'session.usage.updated',
    'session.execution.succeeded',
  ])
  expect(opencode.events.map((event) => Object(event).durable?.seq)).toEqual([
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    undefined,
    7,
    8,
    9,
    undefined,
    10,
  ])
  expectValid(opencode)
  const [user, assistant, idle] = await messagesOf(opencode, id)
  expect(user).toMatchObject({ type: 'user', text: 'Hi' })
  expect(assistant).toMatchObject({
    type: 'assistant',
    content: [{ type: 'text', text: 'Hello' }],
    finish: 'stop',
    rawFinish: 'stop',
  })
  const last = opencode.events.at(-1)
  expect(idle).toEqual({
    id: last?.id.replace('evt_', 'msg_'),
    type: 'idle',
    outcome: 'succeeded',
    time: { created: Object(last).created },
  })
  expect(await sessionOf(opencode, id)).toMatchObject({ outcome: 'succeeded', time: { idle: Object(last).created } })
})

test('reasoning is told before the text, and counted apart', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ reasoning: 'hm', text: 'yes', chunks: 1 })] })
  const id = await run(opencode)
  expect(told(opencode)).toEqual([
    ...BEGIN,
    'reasoning.started',
    'reasoning.delta',
    'reasoning.ended',
    ...TEXT,
    'step.streamed',
    ...ENDED,
    'execution.succeeded',
  ])
  expect(dataOfEvents(opencode, 'session.text.started')).toMatchObject([{ ordinal: 0 }])
  expect((await messagesOf(opencode, id))[1]).toMatchObject({
    content: [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'yes' },
    ],
  })
  expectValid(opencode)
})

test('a tool call is a step of its own, and a new assistant message answers it', async () => {
  const script = [toolCall('bash', { command: 'ls' }, 'a.txt'), turn({ text: 'One file', chunks: 1 })]
  const opencode = fakeOpencode({ version: '2.0', script })
  const id = await run(opencode)
  expect(told(opencode)).toEqual([
    ...BEGIN,
    ...CALLED,
    'step.streamed',
    'tool.success',
    ...ENDED,
    'step.started',
    ...TEXT,
    'step.streamed',
    ...ENDED,
    'execution.succeeded',
  ])
  expect(dataOfEvents(opencode, 'session.step.ended')).toMatchObject([{ finish: 'tool-calls' }, { finish: 'stop' }])
  const [, first, second] = await messagesOf(opencode, id)
  expect(first).toMatchObject({
    content: [{ type: 'tool', name: 'bash', state: { status: 'completed', input: { command: 'ls' } } }],
  })
  expect(Object(second).id).not.toBe(Object(first).id)
  expectValid(opencode)
})

test('a tool that fails does not fail the run', async () => {
  const script = [toolCall('bash', { command: 'ls' }, new Error('no disk')), 'I see']
  const opencode = fakeOpencode({ version: '2.0', script })
  await run(opencode)
  expect(dataOfEvents(opencode, 'session.tool.failed')).toMatchObject([
    { error: { type: 'tool.execution', message: 'no disk' }, executed: false },
  ])
  expect(opencode.lastRun?.outcome).toBe('succeeded')
  expectValid(opencode)
})

test('a tool that there is not, and arguments that are no JSON, fail the call alone', async () => {
  const bad = turn({ toolCalls: [{ id: 'call_1', name: 'bash', args: '{"command":' }] })
  const opencode = fakeOpencode({ version: '2.0', script: [toolCall('nothing'), bad, 'I see'] })
  await run(opencode)
  expect(dataOfEvents(opencode, 'session.tool.failed')).toMatchObject([
    { error: { type: 'tool.unknown' } },
    { error: { type: 'tool.input-json' } },
  ])
  expect(dataOfEvents(opencode, 'session.tool.called')).toHaveLength(1)
  expectValid(opencode)
})

test('cost and tokens are those of the script, and the session adds them up', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    prices: { 'fake-model': { input: 1, output: 10, cacheRead: 0.1 } },
    script: [turn({ text: 'a', usage: { prompt: 100, completion: 50, cacheHit: 60, reasoning: 20 } }), 'b'],
  })
  const id = await run(opencode)
  // 40 * 1 + (30 + 20) * 10 + 60 * 0.1 = 546 USD per million tokens
  expect(opencode.lastRun?.cost).toBe(0.000546)
  expect(opencode.lastRun?.tokens).toMatchObject({
    input: 40,
    output: 30,
    reasoning: 20,
    cache: { read: 60, write: 0 },
  })
  await send(opencode, id, 'again')
  await settle(opencode, id)
  expect(await sessionOf(opencode, id)).toMatchObject({ cost: 0.001546, tokens: { input: 50, output: 35 } })
  expect(opencode.lastRun?.cost).toBe(0.001)
  expectValid(opencode)
})

test('an untitled session is named behind its first turn', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await run(opencode, 'Hi', { title: null })
  expect(opencode.events.at(-1)).toMatchObject({ type: 'session.renamed', data: { title: 'Fake Title From LLM' } })
  expect(await sessionOf(opencode, id)).toMatchObject({ title: 'Fake Title From LLM' })
  expectValid(opencode)
})

test('a queued prompt is taken up behind the last step, one that steers between two', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    script: [[reasoning('r'), toolCall('bash', { command: 'a' }, { delay: 1 })], 'two', 'three'],
  })
  const id = await newSession(opencode)
  await send(opencode, id, 'first')
  await until(() => told(opencode).includes('step.streamed'))
  await send(opencode, id, 'last', { delivery: 'queue' })
  await send(opencode, id, 'between')
  await settle(opencode, id)
  const texts = (await messagesOf(opencode, id))
    .filter((message) => Object(message).type === 'user')
    .map((message) => Object(message).text)
  expect(texts).toEqual(['first', 'between', 'last'])
  expect(opencode.runs).toHaveLength(1)
  expectValid(opencode)
})
