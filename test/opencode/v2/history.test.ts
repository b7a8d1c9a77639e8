import { fakeOpencode, httpError, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { misfits } from '../../fixtures/v2/schema-faults.ts'
import { until } from '../until.ts'
import {
  ask,
  dataOf,
  dataOfEvents,
  expectValid,
  messagesOf,
  newSession,
  run,
  send,
  sessionOf,
  settle,
  told,
} from './v2-calls.ts'

const typesOf = async (...args: Parameters<typeof messagesOf>): Promise<readonly unknown[]> =>
  (await messagesOf(...args)).map((message) => Object(message).type)

test('a compaction that is asked for comes in the order of a real server, and only the log tells what it used', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    sideCalls: 'script',
    script: ['Hello', turn({ text: 'Short.', chunks: 1 })],
  })
  const id = await run(opencode)
  const before = told(opencode).length
  const item = await dataOf(opencode, 'POST', `/api/session/${id}/compact`, { id: 'msg_compact' })
  expect(misfits('SessionInboxCompaction', [item])).toEqual([])
  await settle(opencode, id)
  expect(told(opencode).slice(before)).toEqual([
    'inbox.enqueued',
    'execution.started',
    'inbox.delivered',
    'compaction.started',
    'compaction.delta',
    'compaction.ended',
    'usage.updated',
    'execution.succeeded',
  ])
  const context = [await dataOf(opencode, 'GET', `/api/session/${id}/context`)].flat()
  expect(context).toMatchObject([
    { id: 'msg_compact', type: 'compaction', status: 'completed', summary: 'Short.', reason: 'manual' },
    { type: 'idle' },
  ])
  expect(opencode.runs).toHaveLength(1)
  expect(await sessionOf(opencode, id)).toMatchObject({ cost: 0.002 })
  const log = await ask(opencode, 'GET', `/api/experimental/session/${id}/log`)
  expect(String(log.body)).toContain('"session.usage.recorded"')
  expect(misfits('SessionMessageInfo', await messagesOf(opencode, id))).toEqual([])
})

test('a history that is too long for the model is compacted once, and the turn goes on', async () => {
  const tooLong = httpError(400, 'maximum context length is 100 tokens')
  const opencode = fakeOpencode({ version: '2.0', script: [tooLong, 'Now it fits', tooLong, tooLong] })
  const id = await run(opencode)
  expect(told(opencode)).toContain('compaction.ended')
  expect(opencode.lastRun).toMatchObject({ outcome: 'succeeded', text: 'Now it fits' })
  await send(opencode, id, 'again')
  await settle(opencode, id)
  expect(opencode.lastRun?.error).toMatchObject({ type: 'provider.context-overflow' })
})

test('a history that has outgrown the context is compacted between two steps', async () => {
  const used = { prompt: 95, completion: 1 }
  const script = [turn({ toolCalls: [toolCall('bash', { command: 'ls' }, 'a')], usage: used }), 'Done']
  const opencode = fakeOpencode({ version: '2.0', contextWindow: 100, script })
  const id = await run(opencode)
  expect(await typesOf(opencode, id)).toEqual(['user', 'assistant', 'compaction', 'assistant', 'idle'])
  expect(dataOfEvents(opencode, 'session.compaction.ended')).toMatchObject([
    { reason: 'auto', text: 'Fake summary from LLM' },
  ])
})

test('a compaction that fails is told, and ends nothing where it was asked for', async () => {
  const opencode = fakeOpencode({ version: '2.0', sideCalls: 'script', script: ['Hello', httpError(401, 'no')] })
  const id = await run(opencode)
  await ask(opencode, 'POST', `/api/session/${id}/compact`)
  await settle(opencode, id)
  expect(told(opencode).slice(-2)).toEqual(['compaction.failed', 'execution.succeeded'])
  expect(await typesOf(opencode, id)).toEqual(['user', 'assistant', 'idle', 'compaction', 'idle'])
  expectValid(opencode)
})

test('an interrupt cancels a compaction', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    sideCalls: 'script',
    script: ['Hello', turn({ text: 'x', cut: 'hang' })],
  })
  const id = await run(opencode)
  await ask(opencode, 'POST', `/api/session/${id}/compact`)
  await until(() => told(opencode).includes('compaction.delta'))
  await ask(opencode, 'POST', `/api/session/${id}/interrupt`)
  await settle(opencode, id)
  expect(dataOfEvents(opencode, 'session.compaction.failed')).toMatchObject([
    { error: { type: 'aborted', message: 'Compaction cancelled' } },
  ])
  expect(told(opencode).at(-1)).toBe('execution.interrupted')
})

test('a session goes back to a message, and forgets what followed', async () => {
  const script = [toolCall('write', { path: 'a.txt', content: 'new\n' }), 'Done']
  const opencode = fakeOpencode({ version: '2.0', files: { 'a.txt': 'old\n' }, script })
  const id = await run(opencode)
  const [user] = await messagesOf(opencode, id)
  const { id: messageID } = Object(user)
  const revert = await dataOf(opencode, 'POST', `/api/session/${id}/revert/stage`, { messageID })
  expect(misfits('SessionRevert', [revert])).toEqual([])
  expect(revert).toMatchObject({ messageID, files: [{ file: 'a.txt' }] })
  expect(await sessionOf(opencode, id)).toMatchObject({ revert })
  expect((await ask(opencode, 'DELETE', `/api/session/${id}/revert`)).status).toBe(204)
  expect(await sessionOf(opencode, id)).not.toHaveProperty('revert')
  await ask(opencode, 'POST', `/api/session/${id}/revert/stage`, { messageID })
  expect((await ask(opencode, 'POST', `/api/session/${id}/revert/commit`)).status).toBe(204)
  expect(await messagesOf(opencode, id)).toEqual([user])
  expect(told(opencode).slice(-4)).toEqual(['revert.staged', 'revert.cleared', 'revert.staged', 'revert.committed'])
  expectValid(opencode)
})

test('nothing goes back while a session works', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: [turn({ cut: 'hang', text: 'x' })] })
  const id = await newSession(opencode)
  await send(opencode, id, 'Go')
  expect((await ask(opencode, 'POST', `/api/session/${id}/revert/stage`, { messageID: 'msg_1' })).body).toEqual({
    _tag: 'SessionBusyError',
    sessionID: id,
    message: `Session is busy: ${id}`,
  })
})

test('a fork has the messages of its source, or those before one of them', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await run(opencode)
  await send(opencode, id, 'second')
  await settle(opencode, id)
  const messages = await messagesOf(opencode, id)
  const whole = Object(await dataOf(opencode, 'POST', `/api/session/${id}/fork`))
  expect(await messagesOf(opencode, whole.id)).toEqual(messages)
  expect(whole).toMatchObject({ fork: { sessionID: id, boundary: { type: 'through' } } })
  const before = Object(messages[3]).id
  const part = Object(await dataOf(opencode, 'POST', `/api/session/${id}/fork`, { before }))
  expect(await messagesOf(opencode, part.id)).toEqual(messages.slice(0, 3))
  expect(part.fork).toEqual({ sessionID: id, boundary: { type: 'before', messageID: before } })
  expectValid(opencode)
})
