import { fakeOpencode, httpError, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { until } from '../until.ts'
import { ask, dataOfEvents, expectValid, messagesOf, newSession, run, send, settle, told } from './v2-calls.ts'

// The orders are those of facts/opencode-2x.md section 3.1.
const BEGIN = ['inbox.enqueued', 'execution.started', 'inbox.delivered', 'step.started']
const TEXT = ['text.started', 'text.delta', 'text.ended']
const ENDED = ['step.ended', 'usage.updated']
const CALLED = ['tool.input.started', 'tool.input.ended', 'tool.called']

test('what a provider refuses fails step and execution at once', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [httpError(401, 'Authentication Fails')] })
  const id = await run(opencode)
  expect(told(opencode)).toEqual([...BEGIN, 'step.failed', 'execution.failed'])
  const error = { type: 'provider.auth', message: 'Authentication Fails', status: 401 }
  const [, assistant, idle] = await messagesOf(opencode, id)
  expect(assistant).toMatchObject({ finish: 'error', error })
  expect(idle).toMatchObject({ type: 'idle', outcome: 'failed', error })
  expect(opencode.lastRun?.error).toMatchObject(error)
  expectValid(opencode)
})

test.each([
  [402, 'provider.quota'],
  [400, 'provider.invalid-request'],
])('HTTP %i is not tried again: %s', async (status, type) => {
  const opencode = fakeOpencode({ version: '2.0', script: [httpError(status, 'no')] })
  await run(opencode)
  expect(opencode.lastRun?.error).toMatchObject({ type, status })
  expect(told(opencode)).not.toContain('retry.scheduled')
})

test('what may pass is tried four times more, on the same assistant message', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    script: [1, 2, 3, 4, 5].map(() => httpError(429, 'slow down')),
    retryDelay: 'none',
  })
  const id = await run(opencode)
  expect(dataOfEvents(opencode, 'session.retry.scheduled')).toMatchObject(
    [2, 3, 4, 5].map((attempt) => ({ attempt, error: { type: 'provider.rate-limit' } })),
  )
  const begun = dataOfEvents(opencode, 'session.step.started').map((data) => Object(data).assistantMessageID)
  expect(begun).toHaveLength(5)
  expect(new Set(begun).size).toBe(1)
  expect(opencode.lastRun?.outcome).toBe('failed')
  expect(opencode.remaining).toBe(0)
  expect(await messagesOf(opencode, id)).toHaveLength(3)
  expectValid(opencode)
})

test('retries wait 2, 4, 8 and 16 s, and longer where the provider asks for it, up to a quarter of an hour', async () => {
  const waits: number[] = []
  const retryDelay = (_attempt: number, real: number): number => {
    waits.push(real)
    return 0
  }
  const replies = [
    httpError(503, 'a'),
    httpError(503, 'b'),
    httpError(429, 'c', { retryAfter: 60 }),
    httpError(429, 'd', { retryAfter: 3600 }),
    'OK',
  ]
  const opencode = fakeOpencode({ version: '2.0', script: replies, retryDelay })
  await run(opencode)
  expect(waits).toEqual([2000, 4000, 60_000, 900_000])
  expect(opencode.lastRun?.outcome).toBe('succeeded')
})

test('a stream that breaks behind its first words is gone on with in a new message', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    script: [turn({ text: 'Hel', chunks: 1, cut: 'reset' }), turn({ text: 'lo', chunks: 1 })],
    retryDelay: 'none',
  })
  const id = await run(opencode)
  expect(told(opencode)).toEqual([
    ...BEGIN,
    ...TEXT,
    'step.failed',
    'retry.scheduled',
    'synthetic',
    'step.started',
    ...TEXT,
    'step.streamed',
    ...ENDED,
    'execution.succeeded',
  ])
  const messages = await messagesOf(opencode, id)
  expect(messages.map((message) => Object(message).type)).toEqual([
    'user',
    'assistant',
    'synthetic',
    'assistant',
    'idle',
  ])
  expect(messages[1]).toMatchObject({ content: [{ text: 'Hel' }], error: { type: 'provider.transport' } })
  expect(opencode.lastRun).toMatchObject({ outcome: 'succeeded', text: 'lo' })
  expectValid(opencode)
})

test('a content filter fails the step with its finish', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ text: 'x', finish: 'content_filter' })] })
  await run(opencode)
  expect(dataOfEvents(opencode, 'session.step.failed')).toMatchObject([
    { finish: 'content-filter', error: { type: 'provider.content-filter' } },
  ])
  expect(opencode.lastRun?.outcome).toBe('failed')
  expectValid(opencode)
})

test('a model that there is not fails the execution before its prompt is taken up', async () => {
  const opencode = fakeOpencode({ version: '2.0', models: ['fake/other'] })
  const id = await run(opencode)
  expect(told(opencode)).toEqual(['inbox.enqueued', 'execution.started', 'execution.failed'])
  expect(opencode.lastRun?.error).toMatchObject({
    type: 'provider.no-route',
    message: 'Model unavailable: fake/fake-model',
  })
  expect((await messagesOf(opencode, id)).map((message) => Object(message).type)).toEqual(['idle'])
  expectValid(opencode)
})

test('an interrupt keeps the text so far, and leaves its mark', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ text: 'On my way', chunks: 1, cut: 'hang' })] })
  const id = await newSession(opencode)
  await send(opencode, id, 'Go')
  await until(() => told(opencode).includes('text.delta'))
  expect((await ask(opencode, 'POST', `/api/session/${id}/interrupt`)).body).toEqual({ interrupted: true })
  await settle(opencode, id)
  expect(told(opencode)).toEqual([...BEGIN, ...TEXT, 'step.failed', 'execution.interrupted'])
  const [, assistant, idle] = await messagesOf(opencode, id)
  expect(assistant).toMatchObject({
    content: [{ text: 'On my way' }],
    error: { type: 'aborted', message: 'Step interrupted' },
  })
  expect(idle).toMatchObject({ type: 'idle', outcome: 'interrupted' })
  expect(idle).not.toHaveProperty('error')
  expect(opencode.lastRun?.outcome).toBe('interrupted')
  expectValid(opencode)
  expect((await ask(opencode, 'POST', `/api/session/${id}/interrupt`)).body).toEqual({ interrupted: false })
})

test('an interrupt ends the tools that run', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    script: [toolCall('bash', { command: 'sleep' }, { delay: Infinity })],
  })
  const id = await newSession(opencode)
  await send(opencode, id, 'Go')
  await until(() => told(opencode).includes('step.streamed'))
  await ask(opencode, 'POST', `/api/session/${id}/interrupt`)
  await settle(opencode, id)
  expect(told(opencode)).toEqual([
    ...BEGIN,
    ...CALLED,
    'step.streamed',
    'tool.failed',
    'step.failed',
    'execution.interrupted',
  ])
  expect(dataOfEvents(opencode, 'session.tool.failed')).toMatchObject([
    { error: { type: 'aborted', message: 'Tool execution interrupted' } },
  ])
  expect(dataOfEvents(opencode, 'session.execution.interrupted')).toMatchObject([{ reason: 'user' }])
  expectValid(opencode)
})

function broken(): never {
  throw new Error('my script is wrong')
}

test('what the script itself throws fails the run, and is a miss', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [broken] })
  await run(opencode)
  expect(opencode.lastRun?.error).toMatchObject({ type: 'unknown', message: 'my script is wrong' })
  expect(opencode.misses).toMatchObject([{ kind: 'script', message: expect.stringContaining('my script is wrong') }])
  expectValid(opencode)
})

test('a script that calls tools without end is stopped, and says so', async () => {
  const opencode = fakeOpencode({ version: '2.0', reply: toolCall('bash', { command: 'ls' }) })
  await run(opencode)
  expect(opencode.lastRun?.outcome).toBe('failed')
  expect(opencode.lastRun?.error?.message).toContain('50 round-trips')
})

test('a stream that ends without a finish is asked for again, and one that answers nothing too', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    retryDelay: 'none',
    script: [turn({ refuse: true }), turn({ cut: { after: 0, how: 'end' }, text: 'x' }), 'Here'],
  })
  await run(opencode)
  expect(dataOfEvents(opencode, 'session.retry.scheduled')).toMatchObject([
    { attempt: 2, error: { type: 'provider.transport' } },
    { attempt: 3, error: { type: 'provider.transport' } },
  ])
  expect(opencode.lastRun).toMatchObject({ outcome: 'succeeded', text: 'Here' })
  expectValid(opencode)
})

test('a closed fake tells those who wait', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ text: 'x', cut: 'hang' })] })
  const id = await newSession(opencode)
  await send(opencode, id, 'Go')
  const waiting = expect(settle(opencode, id)).rejects.toMatchObject({ code: 'ECONNRESET' })
  await until(() => opencode.requests.at(-1)?.path.endsWith('/wait') === true)
  await opencode.close()
  await waiting
})
