import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { FakeRequest } from '../../src/http/fake-handler.ts'
import { LiveBody } from '../../src/http/live-body.ts'
import { fetchClients } from './fetch-clients.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { streaming } from './streaming.ts'
import { turns } from './wait-for.ts'

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
  await fetch('http://fake.test/session//a%20b?directory=%2Ftmp#hash', {
    method: 'POST',
    headers: { 'X-A': '1' },
    body,
  })
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
  const response = await fetch('http://fake.test/', streaming(upload))
  expect(await response.text()).toBe('got one two')
})

each('%s sends with keepalive', async ([, fetch]) => {
  openFake((request) => ({ body: request.text() }))
  const response = await fetch('http://fake.test/', { method: 'POST', body: 'kept', keepalive: true })
  expect(await response.text()).toBe('kept')
})

each('%s is answered by a Node stream', async ([, fetch]) => {
  openFake(() => ({ body: Readable.from(['a', 'b']) }))
  const response = await fetch('http://fake.test/')
  expect(await response.text()).toBe('ab')
})

each('%s works under fake timers, and a delay of the fake’s is theirs', async ([, fetch]) => {
  vi.useFakeTimers()
  try {
    openFake(async ({ url }) => {
      if (url.pathname === '/late') await new Promise((resolve) => setTimeout(resolve, 30_000))
      return { body: 'answer' }
    })
    expect(await (await fetch('http://fake.test/')).text()).toBe('answer')
    const late = fetch('http://fake.test/late')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await (await late).text()).toBe('answer')
  } finally {
    vi.useRealTimers()
  }
})
