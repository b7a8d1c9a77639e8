import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FakeRequest } from '../../src/http/fake-handler.ts'
import { LiveBody } from '../../src/http/live-body.ts'
import { fetchClients } from './fetch-clients.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { chainOf, deferred, turns } from './wait-for.ts'

useNetwork()

const each = test.for(fetchClients)

each('%s gets status, status text, headers and body', async ([, fetch]) => {
  openFake(() => ({ status: 404, headers: { 'Content-Type': 'text/plain', absent: undefined }, body: 'nothing here' }))
  const response = await fetch('http://fake.test/missing')
  expect(response.status).toBe(404)
  expect(response.statusText).toBe('Not Found')
  expect([...response.headers]).toEqual([['content-type', 'text/plain']])
  expect(await response.text()).toBe('nothing here')
})

each('%s hands over method, URL, headers and body', async ([, fetch]) => {
  const seen: FakeRequest[] = []
  openFake((request) => {
    seen.push(request)
    return {}
  })
  const body = JSON.stringify({ text: 'é' })
  await fetch('http://fake.test/session//a%20b?directory=%2Ftmp#hash', { method: 'POST', headers: { 'X-A': '1' }, body })
  const [request] = seen
  expect(request?.method).toBe('POST')
  expect(request?.url.href).toBe('http://fake.test/session//a%20b?directory=%2Ftmp')
  expect(request?.headers).toMatchObject({ 'x-a': '1', host: 'fake.test', 'content-type': 'text/plain;charset=UTF-8' })
  expect(request?.json()).toEqual({ text: 'é' })
})

each('%s keeps a path that looks like a host', async ([, fetch]) => {
  openFake(({ url }) => ({ body: url.href }))
  const response = await fetch('http://fake.test//evil.test/a')
  expect(await response.text()).toBe('http://fake.test//evil.test/a')
})

each('%s answers with bytes that are the client’s own', async ([, fetch]) => {
  const bytes = new Uint8Array([1, 2, 3])
  openFake(() => ({ body: bytes }))
  const response = await fetch('http://fake.test/')
  const received = new Uint8Array(await response.arrayBuffer())
  received.fill(9)
  expect(bytes).toEqual(new Uint8Array([1, 2, 3]))
})

each('%s gets chunks while the body is being written', async ([, fetch]) => {
  const body = new LiveBody()
  openFake(() => ({ headers: { 'content-type': 'text/event-stream' }, body }))
  const response = await fetch('http://fake.test/event')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  body.push('data: 1\n\n')
  expect(await reader?.read()).toEqual({ done: false, value: 'data: 1\n\n' })
  body.push(new TextEncoder().encode('data: 2\n\n'))
  expect(await reader?.read()).toEqual({ done: false, value: 'data: 2\n\n' })
  body.end()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
})

each('%s leaves out empty chunks', async ([, fetch]) => {
  const body = new LiveBody()
  for (const chunk of ['', 'a', new Uint8Array(), 'b', '']) body.push(chunk)
  body.end()
  openFake(() => ({ body }))
  const response = await fetch('http://fake.test/')
  expect(await response.text()).toBe('ab')
})

each('%s stops a producer it does not read from, and gets all once it reads', async ([, fetch]) => {
  let produced = 0
  openFake(() => ({
    body: (async function* () {
      for (; produced < 5000; produced += 1) yield new Uint8Array(1024)
    })(),
  }))
  const response = await fetch('http://fake.test/')
  await turns(20)
  // A few buffers of 16 or 64 KiB stand between producer and reader; 5000 KiB fit none of them.
  expect(produced).toBeLessThan(1000)
  expect((await response.arrayBuffer()).byteLength).toBe(5000 * 1024)
})

each('%s follows a redirect', async ([, fetch]) => {
  openFake(({ url }) =>
    url.pathname === '/old' ? { status: 302, headers: { location: '/new' } } : { body: url.pathname },
  )
  const response = await fetch('http://fake.test/old')
  expect(await response.text()).toBe('/new')
  expect(response.redirected).toBe(true)
})

each('%s gets each cookie as a header of its own', async ([, fetch]) => {
  openFake(() => ({ headers: { 'set-cookie': ['a=1', 'b=2'] } }))
  const response = await fetch('http://fake.test/')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

each('%s decodes a compressed body', async ([, fetch]) => {
  openFake(() => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('unpacked') }))
  const response = await fetch('http://fake.test/')
  expect(await response.text()).toBe('unpacked')
})

each('%s gets no body for HEAD and 204, and the unread body is let go', async ([, fetch]) => {
  let cancels = 0
  openFake(({ method }) => ({
    status: method === 'HEAD' ? 200 : 204,
    body: new LiveBody({ onCancel: () => (cancels += 1) }),
  }))
  const head = await fetch('http://fake.test/', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const noContent = await fetch('http://fake.test/')
  expect([noContent.status, await noContent.text()]).toEqual([204, ''])
  expect(cancels).toBe(2)
})

each('%s sends a stream while it is written', async ([, fetch]) => {
  openFake((request) => ({ body: `got ${request.text()}` }))
  const upload = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('one '))
      setImmediate(() => {
        controller.enqueue(new TextEncoder().encode('two'))
        controller.close()
      })
    },
  })
  const init = { method: 'POST', body: upload, duplex: 'half' } satisfies RequestInit & { duplex: string }
  const response = await fetch('http://fake.test/', init)
  expect(await response.text()).toBe('got one two')
})

each('%s sends with keepalive', async ([, fetch]) => {
  openFake((request) => ({ body: request.text() }))
  const response = await fetch('http://fake.test/', { method: 'POST', body: 'kept', keepalive: true })
  expect(await response.text()).toBe('kept')
})

each('%s fails with what the handler threw as the cause', async ([, fetch]) => {
  class ConnectionRefused extends Error {
    override readonly name = 'ConnectionRefused'
    readonly code = 'ECONNREFUSED'
  }
  const error = new ConnectionRefused('connect ECONNREFUSED 127.0.0.1:4096')
  openFake(() => {
    throw error
  })
  const failure = await fetch('http://fake.test/').catch((reason: unknown) => reason)
  expect(failure).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  expect(failure instanceof Error && failure.cause).toBe(error)
  // In fetch's own realm a user's error is not touched.
  expect(Object.hasOwn(error, 'constructor')).toBe(false)
})

each('%s fails with an Error also where the handler threw something else', async ([, fetch]) => {
  openFake(() => {
    // eslint-disable-next-line typescript/only-throw-error -- the situation under test
    throw 'a string'
  })
  expect(await chainOf(fetch('http://fake.test/'))).toBe(
    'TypeError: fetch failed <- Error: a fake failed with a value that is no Error',
  )
})

each('%s is terminated when the body throws, after what came before', async ([, fetch]) => {
  const body = new LiveBody()
  body.push('data: hello\n\n')
  openFake(() => ({ body }))
  const response = await fetch('http://fake.test/')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: 'data: hello\n\n' })
  const next = reader?.read() ?? Promise.resolve()
  body.fail(new Error('scripted cut'))
  expect(await chainOf(next)).toBe(
    'TypeError: terminated <- SocketError UND_ERR_SOCKET: other side closed <- Error: scripted cut',
  )
})

each('%s that leaves before the answer aborts the request’s signal', async ([, fetch]) => {
  const arrived = deferred<FakeRequest>()
  openFake((request) => {
    arrived.resolve(request)
    return new Promise(() => undefined)
  })
  const client = new AbortController()
  const failure = chainOf(fetch('http://fake.test/', { signal: client.signal }))
  const { signal } = await arrived.promise
  expect(signal.aborted).toBe(false)
  client.abort()
  expect(await failure).toBe('AbortError: This operation was aborted')
  expect(signal.aborted).toBe(true)
})

each('%s that had left before it started reaches no handler', async ([, fetch]) => {
  let calls = 0
  openFake(() => {
    calls += 1
    return {}
  })
  expect(await chainOf(fetch('http://fake.test/', { signal: AbortSignal.abort() }))).toMatch(/^AbortError/u)
  await turns()
  expect(calls).toBe(0)
})

// Regression: a web stream's iterator waits behind a pending read (facts/undici-and-runners.md section 2, defect 1).
each('%s that leaves cancels an idle web stream', async ([, fetch]) => {
  const cancelled = deferred<unknown>()
  const signals: AbortSignal[] = []
  openFake(({ signal }) => {
    signals.push(signal)
    return { body: new ReadableStream<string>({ cancel: (reason) => cancelled.resolve(reason) }) }
  })
  const client = new AbortController()
  const response = await fetch('http://fake.test/', { signal: client.signal })
  const text = chainOf(response.text())
  await turns()
  client.abort()
  await cancelled.promise
  expect(await text).toBe('AbortError: This operation was aborted')
  expect(signals[0]?.aborted).toBe(true)
})

each('%s that leaves lets go of an idle live body', async ([, fetch]) => {
  const cancelled = deferred()
  openFake(() => ({ body: new LiveBody({ onCancel: () => cancelled.resolve() }) }))
  const client = new AbortController()
  const response = await fetch('http://fake.test/', { signal: client.signal })
  const text = chainOf(response.text())
  await turns()
  client.abort()
  await cancelled.promise
  expect(await text).toMatch(/^AbortError/u)
})

each('%s that leaves runs the finally block of a generator between two chunks', async ([, fetch]) => {
  const released = deferred()
  const next = deferred()
  openFake(() => ({
    body: (async function* () {
      try {
        yield 'one'
        await next.promise
        yield 'two'
      } finally {
        released.resolve()
      }
    })(),
  }))
  const client = new AbortController()
  const response = await fetch('http://fake.test/', { signal: client.signal })
  const text = chainOf(response.text())
  client.abort()
  next.resolve()
  await released.promise
  expect(await text).toMatch(/^AbortError/u)
})

each('%s that cancels the body lets go of it', async ([, fetch]) => {
  const cancelled = deferred()
  openFake(() => ({ body: new LiveBody({ onCancel: () => cancelled.resolve() }) }))
  const response = await fetch('http://fake.test/')
  await response.body?.cancel()
  await cancelled.promise
})

// Regression: facts/undici-and-runners.md section 2, defect 2.
each('%s that left before the answer came has its body let go', async ([, fetch]) => {
  const cancelled = deferred()
  const answer = deferred()
  openFake(async () => {
    await answer.promise
    return { body: new LiveBody({ onCancel: () => cancelled.resolve() }) }
  })
  const client = new AbortController()
  const failure = chainOf(fetch('http://fake.test/', { signal: client.signal }))
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  answer.resolve()
  await cancelled.promise
})

each('%s that left does not hear of a handler that throws late', async ([, fetch]) => {
  const answer = deferred()
  openFake(async () => {
    await answer.promise
    throw new Error('too late')
  })
  const client = new AbortController()
  const failure = chainOf(fetch('http://fake.test/', { signal: client.signal }))
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  answer.resolve()
  // An unhandled rejection would fail the run.
  await turns()
})

each('%s that aborts with an unread body leaves nothing behind', async ([, fetch]) => {
  const cancelled = deferred()
  openFake(() => ({ body: new LiveBody({ onCancel: () => cancelled.resolve() }) }))
  const client = new AbortController()
  await fetch('http://fake.test/', { signal: client.signal })
  client.abort()
  await cancelled.promise
  await turns()
})

each('%s that leaves while it uploads has its stream let go', async ([, fetch]) => {
  const cancelled = deferred()
  openFake(() => ({}))
  const upload = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() })
  const client = new AbortController()
  const init = { method: 'POST', body: upload, duplex: 'half', signal: client.signal } satisfies RequestInit & {
    duplex: string
  }
  const failure = chainOf(fetch('http://fake.test/', init))
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  await cancelled.promise
})

each('%s is cut off when the fake is closed', async ([, fetch]) => {
  const signals: AbortSignal[] = []
  const claim = openFake(({ url, signal }) => {
    signals.push(signal)
    return url.pathname === '/stream' ? { body: new LiveBody() } : new Promise(() => undefined)
  })
  const response = await fetch('http://fake.test/stream')
  const streaming = chainOf(response.text())
  const waiting = chainOf(fetch('http://fake.test/waiting'))
  await turns()
  claim.release()
  expect(await streaming).toBe('TypeError: terminated <- SocketError UND_ERR_SOCKET: other side closed')
  expect(await waiting).toBe('TypeError: fetch failed <- SocketError UND_ERR_SOCKET: other side closed')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
})

each('%s reads a stream to its end that the fake ends as it closes', async ([, fetch]) => {
  const body = new LiveBody()
  const claim = openFake(() => ({ body }))
  const response = await fetch('http://fake.test/')
  body.push('last words')
  body.end()
  claim.release()
  expect(await response.text()).toBe('last words')
})

each('%s is answered by a Node stream', async ([, fetch]) => {
  openFake(() => ({ body: Readable.from(['a', 'b']) }))
  const response = await fetch('http://fake.test/')
  expect(await response.text()).toBe('ab')
})

each('%s fails when a fake answers with nothing', async ([, fetch]) => {
  // What a handler in plain JavaScript may do.
  const handler = (): never => undefined as never
  openFake(handler)
  expect(await chainOf(fetch('http://fake.test/'))).toMatch(/^TypeError: fetch failed <- TypeError: /u)
})

each('%s is terminated when a chunk is neither text nor bytes', async ([, fetch]) => {
  openFake(() => ({ body: Readable.from([{ not: 'text' }], { objectMode: true }) }))
  const response = await fetch('http://fake.test/')
  expect(await chainOf(response.text())).toMatch(/^TypeError: terminated <- SocketError UND_ERR_SOCKET: /u)
})
