import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { allowNetwork, InvalidOptionError } from 'opencode-testing'
import { afterEach, expect, test } from 'vitest'
import type { FakeHandler, FakeRequest } from '../../src/http/fake-handler.ts'
import { LiveBody } from '../../src/http/live-body.ts'
import { listen, type Listener } from '../../src/network/listen.ts'
import { untyped } from '../opencode/bad-option.ts'
import { deferred, turns } from './wait-for.ts'

const open: Listener[] = []
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close()
})

async function serve(handler: FakeHandler, port = 0): Promise<string> {
  const listener = await listen(handler, { port })
  open.push(listener)
  return listener.url
}

/** What a client of node:http reads: the text up to the end, and the code of what it failed with. */
function read(url: string): Promise<{ text: string; error?: string }> {
  return new Promise((resolve) => {
    let text = ''
    const fail = (error: Error): void => resolve({ text, error: 'code' in error ? String(error.code) : error.message })
    const got = (response: IncomingMessage): void => {
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('error', fail)
      response.on('end', () => resolve({ text }))
    }
    httpRequest(url, got).on('error', fail).end()
  })
}

test('serves requests whole, and answers whole', async () => {
  const requests: FakeRequest[] = []
  const url = await serve((request) => {
    requests.push(request)
    return { status: 201, headers: { 'x-one': 'a', 'set-cookie': ['b=1', 'c=2'], 'x-none': undefined }, body: 'grüezi' }
  })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const response = await fetch(`${url}/path?q=1`, { method: 'PUT', body: '你好', headers: { 'X-Two': 'd' } })
  expect([response.status, await response.text()]).toEqual([201, 'grüezi'])
  expect(response.headers.get('x-one')).toBe('a')
  expect(response.headers.getSetCookie()).toEqual(['b=1', 'c=2'])
  expect(response.headers.has('x-none')).toBe(false)
  const [request] = requests
  expect(request).toMatchObject({ method: 'PUT', headers: { 'x-two': 'd', host: url.slice('http://'.length) } })
  expect([request?.url.href, request?.text()]).toEqual([`${url}/path?q=1`, '你好'])
})

test('sends no body where HTTP has none', async () => {
  const released = deferred()
  const url = await serve(() => ({ body: new LiveBody({ onCancel: released.resolve }) }))
  const response = await fetch(url, { method: 'HEAD' })
  expect(await response.text()).toBe('')
  await released.promise
})

test('sends headers and chunks as they come', async () => {
  const body = new LiveBody()
  const url = await serve(() => ({ body }))
  const response = await fetch(url)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  body.push('one')
  expect(await reader?.read()).toEqual({ done: false, value: 'one' })
  body.push('')
  body.push('two')
  expect(await reader?.read()).toEqual({ done: false, value: 'two' })
  body.end()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
})

test('a body that throws is a reset behind all that came before', async () => {
  const text = 'x'.repeat(200_000)
  const url = await serve(() => {
    const body = new LiveBody()
    body.push(text)
    body.push('the end')
    body.fail(new Error('scripted'))
    return { body }
  })
  const received = await read(url)
  expect(received.error).toBe('ECONNRESET')
  expect(received.text.length).toBe(200_007)
  expect(received.text.endsWith('the end')).toBe(true)
})

test('a handler that throws is a reset before any header', async () => {
  const url = await serve(() => {
    throw new Error('scripted')
  })
  expect(await read(url)).toEqual({ text: '', error: 'ECONNRESET' })
  await expect(fetch(url)).rejects.toMatchObject({ message: 'fetch failed' })
})

test('tells the handler and the body of a client that leaves', async () => {
  const seen = deferred<FakeRequest>()
  const released = deferred()
  const url = await serve((request) => {
    seen.resolve(request)
    return { body: new LiveBody({ onCancel: released.resolve }) }
  })
  const client = new AbortController()
  await fetch(url, { signal: client.signal })
  const { signal } = await seen.promise
  expect(signal.aborted).toBe(false)
  client.abort()
  await released.promise
  expect(signal.aborted).toBe(true)
})

test('lets the body go that a handler makes for a client that has left', async () => {
  const seen = deferred<FakeRequest>()
  const answer = deferred()
  const released = deferred()
  const url = await serve(async (request) => {
    seen.resolve(request)
    await answer.promise
    return { body: new LiveBody({ onCancel: released.resolve }) }
  })
  const client = new AbortController()
  const asked = fetch(url, { signal: client.signal }).catch((error: unknown) => error)
  const { signal } = await seen.promise
  client.abort()
  await asked
  await new Promise((resolve) => (signal.aborted ? resolve(undefined) : signal.addEventListener('abort', resolve)))
  answer.resolve()
  await released.promise
})

test('is not harmed by a client that leaves in its own request', async () => {
  const url = await serve(() => ({ body: 'fine' }))
  const { port } = new URL(url)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () => socket.resetAndDestroy())
    })
    socket.on('close', () => resolve())
  })
  await turns()
  expect(await (await fetch(url)).text()).toBe('fine')
})

test('takes a whole URL and a path that begins with two slashes', async () => {
  const paths: string[] = []
  const url = await serve(({ url: { pathname } }) => {
    paths.push(pathname)
    return {}
  })
  const { port } = new URL(url)
  for (const path of ['//models', 'http://api.deepseek.com/v1/models']) {
    await new Promise((resolve) => {
      httpRequest({ port, host: '127.0.0.1', path }, (response) => response.resume().on('end', resolve)).end()
    })
  }
  expect(paths).toEqual(['//models', '/v1/models'])
})

test('closing breaks what is open, and takes no more', async () => {
  const listener = await listen(() => ({ body: new LiveBody() }))
  const response = await fetch(listener.url)
  const closed = Promise.all([listener.close(), listener.close()])
  await expect(response.text()).rejects.toThrow('terminated')
  await closed
  expect(await read(listener.url)).toEqual({ text: '', error: 'ECONNREFUSED' })
})

test.for([-1, 65_536, 1.5, Number.NaN, untyped('80')])('refuses the port %s', async (port) => {
  const refusal = expect.objectContaining({ path: 'listen(port)' })
  await expect(listen(() => ({}), { port })).rejects.toEqual(refusal)
  await expect(listen(() => ({}), { port })).rejects.toBeInstanceOf(InvalidOptionError)
})

test("says with Node's own error that a port is taken", async () => {
  const url = await serve(() => ({}))
  await expect(listen(() => ({}), { port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

/** Whether anything listens on port 4096 here: a developer's own opencode may. */
const isFree = (): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(4096, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

test("lets requests through to itself, also on opencode's own port, while it is open", async () => {
  expect(await isFree(), 'this test needs port 4096 of 127.0.0.1').toBe(true)
  const listener = await listen(() => ({ body: 'mine' }), { port: 4096 })
  open.push(listener)
  expect(await (await fetch('http://127.0.0.1:4096/')).text()).toBe('mine')
  await listener.close()
  await expect(fetch('http://127.0.0.1:4096/')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no fakeOpencode is open here') },
  })
})

test('keeps what the test itself allowed', async () => {
  const listener = await listen(() => ({ body: 'mine' }))
  const { host } = new URL(listener.url)
  const disallow = allowNetwork(host)
  await listener.close()
  await expect(fetch(listener.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  disallow()
})
