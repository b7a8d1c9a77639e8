import { fakeOpencode, InvalidOptionError } from 'opencode-testing'
import { expect, test } from 'vitest'
import { createSession, prompt } from '../opencode/api.ts'
import { untyped } from '../opencode/bad-option.ts'
import { type Frame, readStream } from '../opencode/read-stream.ts'
import { turns } from '../opencode/until.ts'

const typesOf = (frames: readonly { readonly type?: unknown }[]): readonly unknown[] => frames.map(({ type }) => type)
const ofType = (type: string) => (frame: Frame) => frame['type'] === type

test('sends an event of its own as a frame like any other, and records it', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  const sent = opencode.emit({ type: 'plugin.added', properties: { id: 'mine' } })
  expect(await stream.until(ofType('plugin.added'))).toEqual(sent)
  expect(sent).toEqual({ id: expect.stringMatching(/^evt_.{26}$/), type: 'plugin.added', properties: { id: 'mine' } })
  expect(opencode.events).toEqual([sent])
  expect(opencode.emit({ type: 'catalog.updated' }).properties).toEqual({})
})

test('sends an event of its own in the envelope of the global stream, once', async () => {
  const opencode = fakeOpencode({ directory: '/app' })
  const stream = await readStream(opencode, '/global/event')
  const payload = opencode.emit({ type: 'session.updated', properties: {} })
  await turns()
  expect(stream.frames.slice(1)).toEqual([{ directory: '/app', project: expect.any(String), payload }])
})

test("sends an event of its own where its session works, and to the fake's directory without one", async () => {
  const opencode = fakeOpencode({ directory: '/app' })
  const [here, there] = [await readStream(opencode, '/event'), await readStream(opencode, '/event?directory=/other')]
  const sessionID = await createSession(opencode, {}, '/session?directory=/other')
  opencode.emit({ type: 'todo.updated', properties: { sessionID, todos: [] } })
  opencode.emit({ type: 'todo.updated', properties: { sessionID: 'ses_unknown', todos: [] } })
  opencode.emit({ type: 'catalog.updated' })
  await turns()
  expect(typesOf(there.frames)).toEqual(['server.connected', 'session.created', 'todo.updated'])
  expect(typesOf(here.frames)).toEqual(['server.connected', 'todo.updated', 'catalog.updated'])
})

test('an event of its own changes neither sessions nor messages nor runs', async () => {
  const opencode = fakeOpencode()
  const sessionID = await createSession(opencode)
  await prompt(opencode, sessionID, 'hi')
  await turns()
  const before = [opencode.sessions, opencode.messages, opencode.lastRun]
  opencode.emit({ type: 'session.error', properties: { sessionID, error: { name: 'UnknownError', data: {} } } })
  opencode.emit({ type: 'session.updated', properties: { sessionID, info: { id: sessionID, title: 'other' } } })
  expect([opencode.sessions, opencode.messages, opencode.lastRun]).toEqual(before)
})

test('plays duplicates: an event that was sent is sent again, under its id', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  await prompt(opencode, await createSession(opencode), 'hi')
  const idle = await stream.until(ofType('session.idle'))
  for (const event of opencode.events.filter(({ type }) => type === 'session.idle')) opencode.emit(event)
  await turns()
  expect(stream.frames.filter(ofType('session.idle'))).toEqual([idle, idle])
})

test('takes what it is given as a copy', () => {
  const opencode = fakeOpencode()
  const properties = { list: [1] }
  opencode.emit({ type: 'mine', properties })
  properties.list.push(2)
  expect(opencode.events[0]?.properties).toEqual({ list: [1] })
})

test.for([
  ['emit(event)', 'mine'],
  ['emit(event).type', {}],
  ['emit(event).type', { type: '' }],
  ['emit(event).properties', { type: 'mine', properties: [] }],
  ['emit(event).properties', { type: 'mine', properties: { a: 1n } }],
  ['emit(event).id', { type: 'mine', id: 7 }],
  ['emit(event).payload', { type: 'mine', payload: {} }],
])('refuses at %s what is no event: %o', ([path, event]) => {
  const opencode = fakeOpencode()
  expect(() => void opencode.emit(untyped(event))).toThrow(expect.objectContaining({ path }))
  expect(() => void opencode.emit(untyped(event))).toThrow(InvalidOptionError)
  expect(opencode.events).toEqual([])
})

test('lets one type wait while the others pass, and sends it in the order it came', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'abc', chunks: ['a', 'b', 'c'] }] })
  const stream = await readStream(opencode, '/event')
  const release = opencode.hold('message.part.delta')
  await prompt(opencode, await createSession(opencode), 'hi')
  await stream.until(ofType('session.idle'))
  await turns()
  expect(typesOf(stream.frames)).not.toContain('message.part.delta')
  expect(opencode.events).toEqual(stream.frames.slice(1))
  release()
  await turns()
  const late = stream.frames.slice(-3)
  expect(late.map(({ properties }) => Object(properties).delta)).toEqual(['a', 'b', 'c'])
  expect(opencode.events).toEqual(stream.frames.slice(1))
})

test('a hold says nothing of what the server does', async () => {
  const opencode = fakeOpencode({ script: ['done'] })
  opencode.hold(/.*/)
  const answer = await prompt(opencode, await createSession(opencode), 'hi')
  expect(answer.status).toBe(200)
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.events).toEqual([])
})

test('a pattern must match the whole type, and keeps the order across types', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  const release = opencode.hold(/session|(session|message)\.updated/g)
  await prompt(opencode, await createSession(opencode), 'hi')
  await stream.until(ofType('session.idle'))
  await turns()
  const passed = new Set(typesOf(stream.frames))
  expect(passed).toContain('session.created')
  expect(passed).not.toContain('message.updated')
  expect(passed).not.toContain('session.updated')
  const before = stream.frames.length
  release()
  await turns()
  const late = stream.frames.slice(before)
  expect(new Set(typesOf(late))).toEqual(new Set(['session.updated', 'message.updated']))
  const ids = late.map(({ id }) => String(id))
  expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? -1 : 1)))
})

test('one of two holds on a type is not enough to let it go, and each is released once', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  const [first, second] = [opencode.hold('session.created'), opencode.hold(/session\..*/)]
  await createSession(opencode)
  first()
  first()
  await turns()
  expect(typesOf(stream.frames)).toEqual(['server.connected'])
  second()
  await createSession(opencode)
  second()
  await turns()
  expect(typesOf(stream.frames)).toEqual(['server.connected', 'session.created', 'session.created'])
})

test('an event of its own passes a hold, so that a stream can be put into any order', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  const release = opencode.hold('session.created')
  const sessionID = await createSession(opencode)
  opencode.emit({ type: 'session.idle', properties: { sessionID } })
  release()
  await turns()
  expect(typesOf(stream.frames)).toEqual(['server.connected', 'session.idle', 'session.created'])
})

test('heartbeats and the first frame can be held as well', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  const release = opencode.hold(/server\..*/)
  opencode.heartbeat()
  const second = opencode.fetch(`${opencode.url}/event`).then((response) => response.body?.getReader().read())
  await expect.poll(() => opencode.openStreams).toBe(2)
  await turns()
  expect(typesOf(stream.frames)).toEqual(['server.connected'])
  release()
  expect(new TextDecoder().decode((await second)?.value)).toContain('server.connected')
  await stream.until(ofType('server.heartbeat'))
})

test.for(['reset', 'close'] as const)('a %s drops what waits', async (how) => {
  const opencode = fakeOpencode()
  const release = opencode.hold('session.created')
  await createSession(opencode)
  await opencode[how]()
  release()
  expect(opencode.events).toEqual([])
})

test('a reset holds nothing any more', async () => {
  const opencode = fakeOpencode()
  opencode.hold('session.created')
  opencode.reset()
  await createSession(opencode)
  expect(typesOf(opencode.events)).toEqual(['session.created'])
})

test('a stream that is opened after the hold gets what waited', async () => {
  const opencode = fakeOpencode({ replay: true })
  const release = opencode.hold('session.created')
  await createSession(opencode)
  const stream = await readStream(opencode, '/event')
  await turns()
  expect(typesOf(stream.frames)).toEqual(['server.connected'])
  release()
  await stream.until(ofType('session.created'))
  expect(stream.frames).toHaveLength(2)
})

test.for([undefined, '', 7])('refuses %o as a type to hold', (type) => {
  expect(() => void fakeOpencode().hold(untyped(type))).toThrow(
    expect.objectContaining({ path: 'hold(type)', expected: 'an event type or a RegExp' }),
  )
})
