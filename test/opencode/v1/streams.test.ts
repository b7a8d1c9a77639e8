import { readFileSync } from 'node:fs'
import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { createNormaliser } from '../../law/set-aside.ts'
import { call, createSession, prompt, promptAsync } from '../api.ts'
import { deferred } from '../deferred.ts'
import { type Frame, readStream } from '../read-stream.ts'
import { turns } from '../until.ts'

const fixture = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../fixtures/captures/1.18.33/${name}.json`, import.meta.url), 'utf8'))

const typesOf = (frames: readonly Frame[]): readonly unknown[] => frames.map(({ type }) => type)

test.for(['/event', '/global/event'])('%s has the headers of the recorded stream', async (path) => {
  const [head] = fixture<{ chunks: { text: string }[] }>('16-raw-sse-bytes').chunks
  const recorded = (head?.text.split('\r\n\r\n')[0] ?? '')
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': '))
  // What the transport adds: the date, and how the body is framed.
  const expected = recorded
    .map(([name = '', value]) => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'date' && name !== 'transfer-encoding')
  const { response } = await readStream(fakeOpencode(), path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toEqual(Object.fromEntries(expected))
})

test.for([
  ['/event', '16-raw-sse-bytes'],
  ['/global/event', '16b-raw-global-sse-bytes'],
])('the first frame of %s comes at once, in the bytes of %s', async ([path = '', name = '']) => {
  const [head] = fixture<{ chunks: { text: string }[] }>(name).chunks
  const stream = await readStream(fakeOpencode(), path)
  const id = /evt_\w+/g
  // Behind the headers stand the length of the HTTP chunk and the frame.
  const recorded = head?.text.split('\r\n\r\n')[1]?.split('\r\n')[1]
  expect(stream.text().replace(id, 'evt')).toBe(recorded?.replace(id, 'evt'))
})

test('each event is one frame, with its keys in the recorded order', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  await createSession(opencode)
  await stream.until(({ type }) => type === 'session.created')
  const [, created] = stream.text().split('\n\n')
  expect(created).toMatch(
    /^data: \{"id":"evt_\w+","type":"session\.created","properties":\{"sessionID":"ses_\w+","info":\{/,
  )
})

test('a stream carries the events of a prompt in the order they happen', async () => {
  const opencode = fakeOpencode({ script: ['one two three'] })
  const stream = await readStream(opencode, '/event')
  await prompt(opencode, await createSession(opencode), 'hi')
  await stream.until(
    ({ type, properties }) => type === 'message.updated' && JSON.stringify(properties).includes('"completed"'),
  )
  await turns()
  expect(stream.frames.slice(1)).toEqual(opencode.events)
})

test('events arrive while the model still speaks', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'one two', cut: { after: 1, how: 'hang' } }] })
  const stream = await readStream(opencode, '/event')
  await promptAsync(opencode, await createSession(opencode), 'hi')
  const delta = await stream.until(({ type }) => type === 'message.part.delta')
  expect(delta['properties']).toMatchObject({ field: 'text', delta: 'one ' })
})

test('two subscribers get the same events', async () => {
  const opencode = fakeOpencode()
  const streams = [await readStream(opencode, '/event'), await readStream(opencode, '/event')]
  await prompt(opencode, await createSession(opencode), 'hi')
  for (const stream of streams) await stream.until(({ type }) => type === 'session.idle')
  await turns()
  expect(streams[0]?.frames.slice(1)).toEqual(streams[1]?.frames.slice(1))
  expect(streams[0]?.frames.length).toBe(opencode.events.length + 1)
})

test('a late subscriber sees only what follows', async () => {
  // captures/1.18.33/16f-late-subscriber.json: the first thing it saw was a delta of a part that it never saw start
  const gate = deferred<string>()
  const opencode = fakeOpencode({ script: [{ text: 'one', finish: 'tool_calls' }, () => gate.promise] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  await expect.poll(() => opencode.remaining).toBe(0)
  const before = opencode.events.length
  const stream = await readStream(opencode, '/event')
  gate.resolve('two')
  await stream.until(({ type }) => type === 'session.idle')
  await turns()
  expect(stream.frames.slice(1)).toEqual(opencode.events.slice(before))
})

test('with replay a late subscriber is sent the earlier events first, after the connected frame', async () => {
  const opencode = fakeOpencode({ replay: true })
  await prompt(opencode, await createSession(opencode), 'hi')
  const stream = await readStream(opencode, '/event')
  await createSession(opencode, { title: 'last' })
  await stream.until(({ properties }) => JSON.stringify(properties).includes('"last"'))
  expect(typesOf(stream.frames)[0]).toBe('server.connected')
  expect(stream.frames.slice(1)).toEqual(opencode.events)
})

test('replay is scoped by directory as everything else', async () => {
  const opencode = fakeOpencode({ replay: true })
  await createSession(opencode, { title: 'here' })
  await createSession(opencode, { title: 'there' }, '/session?directory=/there')
  const stream = await readStream(opencode, '/event?directory=/there')
  await turns()
  expect(stream.frames.slice(1)).toMatchObject([{ properties: { info: { title: 'there' } } }])
})

test('a heartbeat is one frame on every open stream, and no event', async () => {
  const opencode = fakeOpencode()
  const own = await readStream(opencode, '/event')
  const global = await readStream(opencode, '/global/event')
  opencode.heartbeat()
  const beat = { id: expect.stringMatching(/^evt_/), type: 'server.heartbeat', properties: {} }
  expect(await own.until(({ type }) => type === 'server.heartbeat')).toEqual(beat)
  expect(await global.until(({ payload }) => JSON.stringify(payload).includes('heartbeat'))).toEqual({ payload: beat })
  expect(opencode.events).toEqual([])
})

interface Scoping {
  readonly sse: readonly Frame[]
  readonly queryScopedStream: readonly Frame[]
  readonly headerScopedStream: readonly Frame[]
  readonly globalSse: readonly Frame[]
}

test('streams are scoped by directory as the recorded ones are, by query and by header', async () => {
  const recorded = fixture<Scoping>('16e-directory-scoping')
  const opencode = fakeOpencode()
  const other = '/home/user/other project'
  const streams = {
    sse: await readStream(opencode, '/event'),
    globalSse: await readStream(opencode, '/global/event'),
    queryScopedStream: await readStream(opencode, `/event?directory=${encodeURIComponent(other)}`),
    // The SDK encodes the header.
    headerScopedStream: await readStream(opencode, '/event', {
      headers: { 'x-opencode-directory': encodeURIComponent(other) },
    }),
  }
  await createSession(opencode, { title: 'in proj' })
  await createSession(opencode, { title: 'in other' }, `/session?directory=${encodeURIComponent(other)}`)
  await streams.globalSse.until(({ payload }) => /"sync".*in other/.test(JSON.stringify(payload)))
  await turns()
  for (const [name, stream] of Object.entries(streams)) {
    expect(titlesIn(stream.frames), name).toEqual(titlesIn(Reflect.get(recorded, name)))
  }
})

/** The sessions that a stream tells of, and as what. */
const titlesIn = (frames: readonly Frame[]): readonly string[] =>
  frames
    .map((frame) => JSON.stringify(frame))
    .filter((text) => text.includes('session.created'))
    .map((text) => `${/"type":"([^"]+)"/.exec(text)?.[1]} ${/"title":"([^"]+)"/.exec(text)?.[1]}`)

test('the global stream wraps events and sends durable ones twice, as recorded', async () => {
  const recorded = fixture<{ globalSse: readonly Frame[] }>('01-plain-text.global').globalSse
  const opencode = fakeOpencode({
    script: ['Hello there from the fake model.', 'Second answer.'].map((text) => ({
      text,
      usage: { prompt: 100, completion: 20, cacheHit: 64 },
    })),
  })
  const session = await createSession(opencode, { title: undefined })
  // The recorded client subscribed after the session was there.
  const stream = await readStream(opencode, '/global/event')
  await prompt(opencode, session, 'Say hello')
  await prompt(opencode, session, 'Second prompt in the same session')
  await stream.until(({ payload }) => Reflect.get(Object(Reflect.get(Object(payload), 'syncEvent')), 'seq') === 30)
  await turns()
  expect(envelopes(stream.frames)).toEqual(envelopes(recorded))
  expect(counts(stream.frames)).toEqual(counts(recorded))
  const everySeqOnce = Array.from({ length: 30 }, (_unused, index) => [index + 1, true, true])
  expect([twins(stream.frames), twins(recorded)]).toEqual([everySeqOnce, everySeqOnce])
})

/** The keys of each kind of envelope, in their order. */
function envelopes(frames: readonly Frame[]): unknown {
  const shapes = frames.map((frame) => {
    const payload = Object(frame['payload'])
    const kind = payload.type === 'sync' ? `sync ${payload.syncEvent.type}` : payload.type
    return `${kind}: ${Object.keys(frame)} / ${Object.keys(payload)} / ${Object.keys(payload.syncEvent ?? {})}`
  })
  return [...new Set(shapes)].toSorted()
}

/** How often each type was sent. */
function counts(frames: readonly Frame[]): unknown {
  const kinds = frames.map(({ payload }) => Object(payload).syncEvent?.type ?? Object(payload).type)
  return Object.fromEntries(
    [...new Set(kinds)].toSorted().map((kind) => [kind, kinds.filter((other) => other === kind).length]),
  )
}

/** Of each sync frame: its seq, and whether it repeats the frame before it. */
function twins(frames: readonly Frame[]): unknown {
  return frames.flatMap((frame, index) => {
    const { type, syncEvent, id } = Object(frame['payload'])
    if (type !== 'sync') return []
    const plain = Object(frames[index - 1]?.['payload'])
    const same =
      JSON.stringify(createNormaliser()(plain.properties)) === JSON.stringify(createNormaliser()(syncEvent.data))
    return [[syncEvent.seq, same && syncEvent.type === `${plain.type}.1`, id === plain.id && id === syncEvent.id]]
  })
}

test('seq counts from 0 in each session, whoever listens', async () => {
  const opencode = fakeOpencode()
  await createSession(opencode)
  const stream = await readStream(opencode, '/global/event')
  const second = await createSession(opencode)
  await call(opencode, 'PATCH', `/session/${second}`, { title: 'after' })
  await call(opencode, 'DELETE', `/session/${second}`)
  await stream.until(({ payload }) => JSON.stringify(payload).includes('session.deleted.1'))
  const synced = stream.frames.map(({ payload }) => Object(payload).syncEvent).filter((event) => event !== undefined)
  expect(synced.map(({ type, seq, aggregateID }) => [type, seq, aggregateID])).toEqual([
    ['session.created.1', 0, second],
    ['session.updated.1', 1, second],
    // The OpenAPI document has a sync event for it.
    ['session.deleted.1', 2, second],
  ])
})

test('the global stream names the directory and the project of each event', async () => {
  const opencode = fakeOpencode({ directory: '/app' })
  const stream = await readStream(opencode, '/global/event')
  const here = await createSession(opencode)
  await createSession(opencode, {}, '/session?directory=/elsewhere')
  await stream.until(({ directory }) => directory === '/elsewhere')
  expect(stream.frames.slice(1, 4)).toMatchObject([
    { directory: '/app', project: opencode.sessions.get(here)?.projectID },
    { directory: '/app', project: opencode.sessions.get(here)?.projectID },
    { directory: '/elsewhere', project: 'global' },
  ])
})

test('a client that leaves is forgotten', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event?directory=/elsewhere')
  await stream.leave()
  // An open stream that hears nothing of a prompt would be a miss.
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.misses).toEqual([])
})

test('a client that aborts its request is forgotten', async () => {
  const opencode = fakeOpencode()
  const client = new AbortController()
  const stream = await readStream(opencode, '/event?directory=/elsewhere', { signal: client.signal })
  client.abort()
  expect(await stream.ended).toMatchObject({ name: 'AbortError' })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.misses).toEqual([])
})

test('close ends the streams, after all that was sent before', async () => {
  const opencode = fakeOpencode()
  const streams = [await readStream(opencode, '/event'), await readStream(opencode, '/global/event')]
  await createSession(opencode)
  await opencode.close()
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended'])
  expect(streams.map(({ frames }) => frames.length)).toEqual([2, 3])
})

test('reset ends the streams', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  opencode.reset()
  expect(await stream.ended).toBe('ended')
})

test('a client that listens on the wrong directory is a miss of the prompt', async () => {
  const opencode = fakeOpencode()
  await readStream(opencode, '/event?directory=/elsewhere')
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(opencode.misses).toEqual([
    {
      kind: 'stream',
      message: `session ${session} works in /fake/project, but the open event streams listen on /elsewhere and hear nothing of it; pass the directory to both`,
    },
  ])
})

test.for([['/event'], ['/global/event']])(
  'no stream is deaf when one on %s hears the prompt too',
  async ([path = '']) => {
    const opencode = fakeOpencode()
    await readStream(opencode, '/event?directory=/elsewhere')
    await readStream(opencode, path)
    await prompt(opencode, await createSession(opencode), 'hi')
    expect(opencode.misses).toEqual([])
  },
)

test('a prompt that nobody listens to is no miss', async () => {
  const opencode = fakeOpencode()
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.misses).toEqual([])
})
