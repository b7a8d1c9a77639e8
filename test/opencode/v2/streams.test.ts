import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { misfits } from '../../fixtures/v2/schema-faults.ts'
import { readStream } from '../read-stream.ts'
import { until } from '../until.ts'
import { ask, newSession, run, send, settle } from './v2-calls.ts'

test('the stream begins with a connected frame that has no time, and repeats nothing', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  await run(opencode)
  const stream = await readStream(opencode, '/api/event')
  expect(stream.frames).toEqual([{ id: expect.stringMatching(/^evt_/), type: 'server.connected', data: {} }])
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  await stream.leave()
})

test('it tells what happens in all directories, as events shows it, and beats in comments', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const stream = await readStream(opencode, '/api/event')
  await run(opencode, 'Hi', { location: { directory: '/elsewhere' } })
  opencode.heartbeat()
  await until(() => stream.text().endsWith(': heartbeat\n\n'))
  expect(stream.frames.slice(1)).toEqual(JSON.parse(JSON.stringify(opencode.events)))
  expect(misfits('V2Event', stream.frames)).toEqual([])
  expect(stream.text()).not.toMatch(/^(event|id):/m)
  expect(opencode.events.at(-1)).toMatchObject({ location: { directory: '/elsewhere' } })
  await stream.leave()
})

test('properties is another name of the data, on no wire', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  await newSession(opencode)
  const [event] = opencode.events
  expect(event?.properties).toBe(Object(event).data)
  expect(Object.keys(event ?? {})).toEqual(['id', 'created', 'type', 'data', 'durable', 'location'])
})

test('events are held, cut and sent by the test', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const stream = await readStream(opencode, '/api/event')
  const release = opencode.hold('session.execution.succeeded')
  const id = await run(opencode)
  expect(opencode.events.some(({ type }) => type === 'session.execution.succeeded')).toBe(false)
  release()
  await stream.until(({ type }) => type === 'session.execution.succeeded')
  const sent = opencode.emit({ type: 'session.renamed', data: { sessionID: id, title: 'x' } })
  expect(await stream.until((frame) => frame['id'] === sent.id)).toMatchObject({
    data: { title: 'x' },
    created: expect.any(Number),
  })
  expect(opencode.emit(sent).id).toBe(sent.id)
  expect(opencode.cutStreams('end')).toBe(1)
  expect(await stream.ended).toBe('ended')
})

test('with replay a late subscriber is told what was before', async () => {
  const opencode = fakeOpencode({ version: '2.0', replay: true })
  await run(opencode)
  const stream = await readStream(opencode, '/api/event')
  await stream.until(({ type }) => type === 'session.execution.succeeded')
  expect(stream.frames).toHaveLength(opencode.events.length + 1)
  await stream.leave()
})

test("a session's log tells the durable events behind a number, and then that they are all there", async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await run(opencode)
  const stream = await readStream(opencode, `/api/experimental/session/${id}/log?after=8`)
  expect(await stream.ended).toBe('ended')
  expect(stream.frames.map(({ type }) => type)).toEqual([
    'session.step.ended',
    'session.execution.succeeded',
    'log.synced',
  ])
  expect(stream.frames.at(-1)).toEqual({ type: 'log.synced', aggregateID: id, seq: 10 })
  expect(misfits('SessionLogItem', stream.frames)).toEqual([])
})

test('a log that is followed goes on with what comes, without deltas', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await run(opencode)
  const stream = await readStream(opencode, `/api/experimental/session/${id}/log?follow=true`)
  await send(opencode, id, 'again')
  await settle(opencode, id)
  const last = await stream.until((frame) => Object(frame['durable']).seq === 19)
  expect(last).toMatchObject({ type: 'session.execution.succeeded' })
  const seqs = stream.frames.filter(({ type }) => type !== 'log.synced').map((frame) => Object(frame['durable']).seq)
  expect(seqs).toEqual(Array.from({ length: 20 }, (_, seq) => seq))
  await stream.leave()
  expect((await ask(opencode, 'GET', '/api/experimental/session/ses_none/log')).status).toBe(404)
})
