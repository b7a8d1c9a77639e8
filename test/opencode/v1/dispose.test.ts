import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession } from '../api.ts'
import { readStream } from '../read-stream.ts'

test('disposing an instance ends the streams of its directory, and no other', async () => {
  const opencode = fakeOpencode({ directory: '/app' })
  const here = await readStream(opencode, '/event')
  const there = await readStream(opencode, '/event?directory=/there')
  const all = await readStream(opencode, '/global/event')
  expect((await call(opencode, 'POST', '/instance/dispose')).body).toBe(true)
  expect(await here.ended).toBe('ended')
  expect(here.frames.map(({ type, properties }) => [type, properties])).toEqual([
    ['server.connected', {}],
    ['server.instance.disposed', { directory: '/app' }],
  ])
  await createSession(opencode, {}, '/session?directory=/there')
  await there.until(({ type }) => type === 'session.created')
  await all.until(({ directory }) => directory === '/there')
  expect(all.frames[1]).toMatchObject({ directory: '/app', payload: { type: 'server.instance.disposed' } })
})

test('sessions stay after a disposal, and a client connects again', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await call(opencode, 'POST', '/instance/dispose')
  expect((await call(opencode, 'GET', `/session/${session}`)).status).toBe(200)
  const stream = await readStream(opencode, '/event')
  await call(opencode, 'PATCH', `/session/${session}`, { title: 'after' })
  await stream.until(({ type }) => type === 'session.updated')
})

test('disposing everything ends the streams of each directory, and the global one hears of it', async () => {
  const opencode = fakeOpencode({ directory: '/app' })
  const here = await readStream(opencode, '/event')
  const there = await readStream(opencode, '/event?directory=/there')
  const all = await readStream(opencode, '/global/event')
  expect((await call(opencode, 'POST', '/global/dispose')).body).toBe(true)
  expect(await Promise.all([here.ended, there.ended])).toEqual(['ended', 'ended'])
  await all.until(({ payload }) => Reflect.get(Object(payload), 'type') === 'global.disposed')
  expect(all.frames.slice(1)).toMatchObject([
    { directory: '/app', payload: { type: 'server.instance.disposed' } },
    { directory: '/there', payload: { type: 'server.instance.disposed' } },
    { directory: 'global', payload: { type: 'global.disposed', properties: {} } },
  ])
})

test('what was disposed is disposed again only when it was used since', async () => {
  const opencode = fakeOpencode({ directory: '/app' })
  await createSession(opencode, {}, '/session?directory=/there')
  await call(opencode, 'POST', '/global/dispose')
  await call(opencode, 'GET', '/path')
  await call(opencode, 'POST', '/global/dispose')
  const disposed = opencode.events.filter(({ type }) => type === 'server.instance.disposed')
  expect(disposed.map(({ properties }) => properties['directory'])).toEqual(['/there', '/app'])
})
