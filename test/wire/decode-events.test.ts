import { expect, test } from 'vitest'
import { WireDriftError } from '../../src/errors.ts'
import { decodeEvents, type DriftedFrames, type UnknownEvents } from '../../src/wire/decode-events.ts'
import type { Envelope } from '../../src/wire/envelope.ts'
import { readCapture } from '../fixtures/read-capture.ts'
import { readRecording } from '../fixtures/read-recording.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`

const delta = {
  id: 'evt_1',
  type: 'message.part.delta',
  properties: { sessionID: 'ses_a', messageID: 'msg_a', partID: 'prt_a', field: 'text', delta: 'größer → 😀\n' },
}

const idle = { id: 'evt_2', type: 'session.idle', properties: { sessionID: 'ses_a' } }

function web(...chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

/** A stream that stays open after `bytes`. */
function open(bytes: Uint8Array): { stream: ReadableStream<Uint8Array>; wasCancelled: () => boolean } {
  let cancelled = false
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
    },
    cancel() {
      cancelled = true
    },
  })
  return { stream, wasCancelled: () => cancelled }
}

async function* iterable(...chunks: readonly (Uint8Array | string)[]): AsyncGenerator<Uint8Array | string> {
  yield* chunks
}

function refuse(): never {
  throw new Error('not here')
}

async function all(events: AsyncIterable<Envelope>): Promise<Envelope[]> {
  const seen: Envelope[] = []
  for await (const event of events) seen.push(event)
  return seen
}

test('gives the events of a recorded stream in order', async () => {
  const { sse } = readCapture('03-tool-bash-then-text')
  const events = await all(decodeEvents(web(encode(sse.map(frame).join('')))))
  expect(events.map(({ id, type, props }) => ({ id, type, properties: props }))).toEqual(sse)
})

test.for<[name: string, types: readonly string[]]>([
  ['16-raw-sse-bytes', ['server.connected', 'session.created', 'server.heartbeat', 'server.heartbeat']],
  ['16b-raw-global-sse-bytes', ['server.connected', 'session.created', 'session.created.1', 'server.heartbeat']],
])('gives the events of the recorded bytes of %s', async ([name, types]) => {
  // What HTTP puts around the frames is left out.
  const frames = readRecording(name).chunks.flatMap(({ text }) => text.match(/data: .*\n\n/g) ?? [])
  const events = await all(decodeEvents(web(...frames.map(encode))))
  expect(events.map(({ type }) => type)).toEqual(types)
})

test('is told the session of each event', async () => {
  const events = await all(
    decodeEvents(web(encode(frame(delta) + frame({ type: 'server.connected', properties: {} })))),
  )
  expect(events.map(({ sessionID }) => sessionID)).toEqual(['ses_a', undefined])
})

test('does not care where a chunk ends, be it within a character', async () => {
  const bytes = encode(frame(delta) + frame(idle))
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const events = await all(decodeEvents(web(bytes.slice(0, cut), bytes.slice(cut))))
    expect(events.map(({ props }) => props)).toEqual([delta.properties, idle.properties])
  }
  const single = [...bytes].map((byte) => Uint8Array.of(byte))
  expect(await all(decodeEvents(iterable(...single)))).toHaveLength(2)
})

test('reads text as well as bytes', async () => {
  expect(await all(decodeEvents(iterable(frame(delta), frame(idle))))).toHaveLength(2)
})

test('gives a last frame that has no blank line after it', async () => {
  const events = await all(decodeEvents(web(encode(frame(delta) + frame(idle).trimEnd()))))
  expect(events.map(({ type }) => type)).toEqual(['message.part.delta', 'session.idle'])
})

test('passes comments and carriage returns over', async () => {
  const text = `: heartbeat\r\n\r\ndata: ${JSON.stringify(idle)}\r\n\r\n: heartbeat\n\n`
  expect(await all(decodeEvents(web(encode(text))))).toHaveLength(1)
})

test('fails with a frame that is no event', async () => {
  for (const bad of [
    'data: {"id":"evt_1","type"\n\n',
    'data: [1]\n\n',
    'data: {"properties":{}}\n\n',
    'data: {"type":"x"}\n\n',
  ]) {
    await expect(all(decodeEvents(web(encode(frame(delta) + bad))))).rejects.toThrow(WireDriftError)
  }
})

test('gives what came before the frame that it fails with', async () => {
  const events = decodeEvents(web(encode(`${frame(delta)}data: nonsense\n\n`)))
  expect((await events.next()).value).toMatchObject({ type: 'message.part.delta' })
  await expect(events.next()).rejects.toThrow('event frame: data: expected JSON, received "nonsense"')
})

test('reports the first of each type of frames that are no events, counts the others, and goes on', async () => {
  const drifts: DriftedFrames[] = []
  const bad = ['nonsense', '{"type":7}', '{"id":"evt_1","type":"session.idle","prop', 'more nonsense']
  const text = bad.map((data) => `data: ${data}\n\n`).join(frame(idle))
  const events = await all(decodeEvents(web(encode(text)), { onDrift: (frames) => drifts.push(frames) }))
  expect(events.map(({ type }) => type)).toEqual(['session.idle', 'session.idle', 'session.idle'])
  expect(drifts.map(({ type, count, data, error }) => [type, count, data, error.message])).toEqual([
    ['event frame', 3, 'nonsense', 'event frame: data: expected JSON, received "nonsense"'],
    ['session.idle', 1, bad[2], expect.stringContaining('session.idle: data: expected JSON')],
  ])
})

test('hands a torn last frame to onDrift', async () => {
  const drifts: DriftedFrames[] = []
  const stream = web(encode(`${frame(idle)}data: {"id":"evt_`))
  expect(await all(decodeEvents(stream, { onDrift: (frames) => drifts.push(frames) }))).toHaveLength(1)
  expect(drifts.map(({ data, count }) => [data, count])).toEqual([['{"id":"evt_', 1]])
})

test('reports the first of each type that nobody knows, counts the others, and gives all', async () => {
  const unknown: UnknownEvents[] = []
  const dreamt = { id: 'evt_3', type: 'session.dreamt', properties: {} }
  const slept = { id: 'evt_4', type: 'session.slept', properties: {} }
  const stream = web(encode([idle, dreamt, slept, dreamt, dreamt].map(frame).join('')))
  const events = decodeEvents(stream, { onUnknown: (group) => unknown.push(group) })
  await events.next()
  expect(unknown).toEqual([])
  await events.next()
  expect(unknown).toEqual([
    { type: 'session.dreamt', count: 1, event: { id: 'evt_3', type: 'session.dreamt', props: {} } },
  ])
  expect(await all(events)).toHaveLength(3)
  expect(unknown.map(({ type, count }) => [type, count])).toEqual([
    ['session.dreamt', 3],
    ['session.slept', 1],
  ])
})

test('fails with what a callback throws', async () => {
  const text = 'data: nonsense\n\ndata: {"type":"x","properties":{}}\n\n'
  await expect(all(decodeEvents(web(encode(text)), { onDrift: refuse }))).rejects.toThrow('not here')
  const options = { onDrift: () => {}, onUnknown: refuse }
  await expect(all(decodeEvents(web(encode(text)), options))).rejects.toThrow('not here')
})

test('passes over id, retry and event lines, and fields that are none', async () => {
  const text = `event: message\nid: 7\nretry: 3000\n${frame(delta)}retry: soon\nnonsense\n\nid\n${frame(idle)}`
  const events = await all(decodeEvents(web(encode(text))))
  expect(events.map(({ id, type }) => [id, type])).toEqual([
    ['evt_1', 'message.part.delta'],
    ['evt_2', 'session.idle'],
  ])
})

test('joins the lines of data that came on several', async () => {
  const text = `data: {"type":"session.idle",\r\ndata: "properties":{"sessionID":"ses_a"}}\r\n\r\n`
  expect(await all(decodeEvents(web(encode(text))))).toMatchObject([{ type: 'session.idle', sessionID: 'ses_a' }])
})

test('does not care where a chunk ends, be it between carriage return and line feed', async () => {
  const bytes = encode(
    `: heartbeat\r\n\r\n${frame(delta)}${frame(idle)}`.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'),
  )
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const events = await all(decodeEvents(web(bytes.slice(0, cut), bytes.slice(cut))))
    expect(events.map(({ props }) => props)).toEqual([delta.properties, idle.properties])
  }
})

test('fails with what the stream fails with, after the events before it', async () => {
  const reset = new Error('socket hang up')
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield encode(frame(delta) + frame(idle).slice(0, 20))
    throw reset
  }
  const events = decodeEvents(broken())
  expect((await events.next()).done).toBe(false)
  await expect(events.next()).rejects.toBe(reset)
})

test('cancels the stream when the loop is left', async () => {
  const { stream, wasCancelled } = open(encode(frame(delta) + frame(idle)))
  for await (const event of decodeEvents(stream)) {
    expect(event.type).toBe('message.part.delta')
    break
  }
  expect(wasCancelled()).toBe(true)
})

test('lets go of a silent stream while a read is pending, without the torn frame', async () => {
  const { stream, wasCancelled } = open(encode(frame(idle).trimEnd()))
  const events = decodeEvents(stream)
  const pending = events.next()
  await events.return?.()
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(wasCancelled()).toBe(true)
})

test('cancels the stream when it fails with a frame', async () => {
  const { stream, wasCancelled } = open(encode('data: nonsense\n\n'))
  await expect(all(decodeEvents(stream))).rejects.toThrow(WireDriftError)
  expect(wasCancelled()).toBe(true)
})

test('closes an iterator when the loop is left', async () => {
  let closed = false
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield frame(idle)
    } finally {
      closed = true
    }
  }
  for await (const event of decodeEvents(endless())) if (event.type === 'session.idle') break
  expect(closed).toBe(true)
})
