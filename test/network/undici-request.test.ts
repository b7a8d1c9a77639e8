import { Readable, Writable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { pipeline, request, stream, type Dispatcher } from 'undici'
import { LiveBody } from '../../src/http/live-body.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { chainOf, deferred, turns } from './wait-for.ts'

useNetwork()

afterEach(() => {
  vi.useRealTimers()
})

test('answers with status, headers and body', async () => {
  openFake(() => ({ status: 201, headers: { 'X-A': '1', 'set-cookie': ['a=1', 'b=2'] }, body: 'made' }))
  const response = await request('http://fake.test/')
  expect(response.statusCode).toBe(201)
  expect(response.headers).toEqual({ 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] })
  expect(await response.body.text()).toBe('made')
})

test('puts the query option into the URL', async () => {
  openFake(({ url }) => ({ body: url.search }))
  const { body } = await request('http://fake.test/a', { query: { directory: '/a b', tag: ['x', 'y'] } })
  expect(await body.text()).toBe('?directory=%2Fa%20b&tag=x&tag=y')
})

test('reads headers from a flat list, pairs and a record', async () => {
  openFake(({ headers }) => ({ body: JSON.stringify(headers) }))
  const forms: readonly Dispatcher.DispatchOptions['headers'][] = [
    ['X-A', '1', 'x-a', '2'],
    new Map([['X-A', '1, 2']]),
    { 'X-A': ['1', '2'] },
  ]
  for (const headers of forms) {
    const { body } = await request('http://fake.test/', { headers: headers ?? null })
    expect(await body.json()).toEqual({ host: 'fake.test', 'x-a': '1, 2' })
  }
})

test('fails with the error of an upload that breaks', async () => {
  openFake(() => ({}))
  const body = new Readable({
    read() {
      this.destroy(new Error('disk gone'))
    },
  })
  expect(await chainOf(request('http://fake.test/', { method: 'POST', body }))).toBe('Error: disk gone')
})

test('fails with what the handler threw', async () => {
  openFake(() => {
    throw new Error('refused')
  })
  expect(await chainOf(request('http://fake.test/'))).toBe('Error: refused')
})

test('fails with a SocketError when the body throws', async () => {
  const body = new LiveBody()
  openFake(() => ({ body }))
  const response = await request('http://fake.test/')
  const text = chainOf(response.body.text())
  body.fail(new Error('scripted cut'))
  expect(await text).toBe('SocketError UND_ERR_SOCKET: other side closed <- Error: scripted cut')
})

test('gets trailers at the end of the body', async () => {
  openFake(() => ({ body: 'with trailers', trailers: { 'x-checksum': 'abc' } }))
  const response = await request('http://fake.test/')
  await response.body.text()
  expect(response.trailers).toEqual({ 'x-checksum': 'abc' })
})

test('aborts the request’s signal when it leaves', async () => {
  const left = deferred()
  openFake(({ signal }) => {
    signal.addEventListener('abort', () => left.resolve())
    return new Promise(() => undefined)
  })
  const client = new AbortController()
  const failure = chainOf(request('http://fake.test/', { signal: client.signal }))
  await turns()
  client.abort()
  await left.promise
  expect(await failure).toBe('AbortError: This operation was aborted')
})

test('lets go of the body when the response is destroyed', async () => {
  const cancelled = deferred()
  openFake(() => ({ body: new LiveBody({ onCancel: () => cancelled.resolve() }) }))
  const response = await request('http://fake.test/')
  response.body.on('error', () => undefined).destroy()
  await cancelled.promise
})

test('times out before the headers, on fake timers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const signals: AbortSignal[] = []
  openFake(({ signal }) => {
    signals.push(signal)
    return new Promise(() => undefined)
  })
  const failure = chainOf(request('http://fake.test/', { headersTimeout: 1000 }))
  await turns()
  await vi.advanceTimersByTimeAsync(999)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toBe('HeadersTimeoutError UND_ERR_HEADERS_TIMEOUT: Headers Timeout Error')
  expect(signals[0]?.aborted).toBe(true)
})

test('times out between two chunks, on fake timers, counting anew from each', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const body = new LiveBody()
  openFake(() => ({ body }))
  const response = await request('http://fake.test/', { bodyTimeout: 1000 })
  const failure = chainOf(response.body.text())
  await turns()
  await vi.advanceTimersByTimeAsync(900)
  body.push('still here')
  await turns()
  await vi.advanceTimersByTimeAsync(900)
  expect(body.closed).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await failure).toBe('BodyTimeoutError UND_ERR_BODY_TIMEOUT: Body Timeout Error')
  expect(body.closed).toBe(true)
})

test('leaves no timer running after an answer in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openFake(() => ({ body: 'in time' }))
  const response = await request('http://fake.test/', { headersTimeout: 1000, bodyTimeout: 1000 })
  await response.body.text()
  expect(vi.getTimerCount()).toBe(0)
})

test('leaves no timer running after the client has left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openFake(() => new Promise(() => undefined))
  const client = new AbortController()
  const failure = chainOf(request('http://fake.test/', { signal: client.signal, headersTimeout: 1000 }))
  await turns()
  expect(vi.getTimerCount()).toBe(1)
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  expect(vi.getTimerCount()).toBe(0)
})

test('writes to a stream, waiting for one that is full', async () => {
  let produced = 0
  openFake(() => ({
    body: (async function* () {
      for (; produced < 100; produced += 1) yield 'x'.repeat(100)
    })(),
  }))
  const written: Buffer[] = []
  const drained = deferred()
  let release: (() => void) | undefined
  const target = new Writable({
    highWaterMark: 50,
    write(chunk: Buffer, _encoding, callback) {
      written.push(chunk)
      if (written.length > 1) callback()
      else release = callback
      drained.resolve()
    },
  })
  const finished = stream('http://fake.test/', { method: 'GET' }, () => target)
  await drained.promise
  await turns(20)
  expect(produced).toBeLessThan(5)
  release?.()
  await finished
  expect(Buffer.concat(written).length).toBe(100 * 100)
})

test('fails when the stream factory gives no stream', async () => {
  const cancelled = deferred()
  openFake(() => ({ body: new LiveBody({ onCancel: () => cancelled.resolve() }) }))
  // What a caller in plain JavaScript may do.
  const failure = stream('http://fake.test/', { method: 'GET' }, () => Reflect.get({}, 'nothing'))
  expect(await chainOf(failure)).toMatch(/^InvalidReturnValueError/u)
  await cancelled.promise
})

test('answers a pipeline', async () => {
  openFake((incoming) => ({ body: incoming.text().toUpperCase() }))
  const duplex = pipeline('http://fake.test/', { method: 'POST' }, ({ body }) => body)
  duplex.end('through')
  const chunks: Buffer[] = []
  for await (const chunk of duplex) chunks.push(Buffer.from(chunk))
  expect(Buffer.concat(chunks).toString()).toBe('THROUGH')
})
