import { expect, test } from 'vitest'
import { WireDriftError } from '../../src/errors.ts'
import { decodeEvents } from '../../src/wire/decode-events.ts'
import type { Envelope } from '../../src/wire/envelope.ts'
import { readCapture } from '../fixtures/read-capture.ts'

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

test('hands a frame that is no event to onDrift, and goes on', async () => {
  const drifts: [path: string, data: string][] = []
  const stream = web(encode(`data: nonsense\n\ndata: {"type":7}\n\n${frame(idle)}data: {"id":"evt_`))
  const events = await all(decodeEvents(stream, { onDrift: ({ path }, data) => drifts.push([path, data]) }))
  expect(events.map(({ type }) => type)).toEqual(['session.idle'])
  expect(drifts).toEqual([
    ['data', 'nonsense'],
    ['type', '{"type":7}'],
    ['data', '{"id":"evt_'],
  ])
})

test('tells of events that nobody knows, and gives them all the same', async () => {
  const unknown: string[] = []
  const stream = web(encode(frame(idle) + frame({ type: 'session.dreamt', properties: {} })))
  const events = await all(decodeEvents(stream, { onUnknown: ({ type }) => unknown.push(type) }))
  expect(events).toHaveLength(2)
  expect(unknown).toEqual(['session.dreamt'])
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
