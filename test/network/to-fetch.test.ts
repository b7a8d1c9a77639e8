import { expect, test } from 'vitest'
import type { FakeHandler, FakeRequest } from '../../src/http/fake-handler.ts'
import { LiveBody } from '../../src/http/live-body.ts'
import { toFetch } from '../../src/network/to-fetch.ts'
import { streaming } from './streaming.ts'
import { chainOf, turns } from './wait-for.ts'

// Nothing is installed in this file.

const url = 'http://localhost:4096/session'

/** A fake that keeps the requests it gets. */
function recording(answer: Awaited<ReturnType<FakeHandler>> = {}): { fetch: typeof fetch; requests: FakeRequest[] } {
  const requests: FakeRequest[] = []
  const handler: FakeHandler = (request) => {
    requests.push(request)
    return answer
  }
  return { fetch: toFetch(handler), requests }
}

test('answers with the realm’s own Response', async () => {
  const { fetch } = recording({ status: 201, headers: { 'X-A': '1', 'set-cookie': ['a=1', 'b=2'] }, body: 'made' })
  const response = await fetch(`${url}#hash`)
  expect(response).toBeInstanceOf(Response)
  expect([response.status, response.statusText, response.ok, response.url]).toEqual([201, 'Created', true, url])
  expect(response.headers.get('x-a')).toBe('1')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await response.text()).toBe('made')
})

test('takes a string, a URL and a Request', async () => {
  const { fetch, requests } = recording()
  await fetch(`${url}?a=1#hash`, { method: 'post', headers: { 'X-A': '1' }, body: '{"a":1}' })
  await fetch(new URL(url))
  await fetch(new Request(url, { method: 'PUT', body: 'put', headers: { 'x-b': '2' } }), { headers: { 'x-c': '3' } })
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'PUT'])
  expect(requests.map(({ url: { href } }) => href)).toEqual([`${url}?a=1`, url, url])
  expect(requests[0]?.json()).toEqual({ a: 1 })
  expect(requests[0]?.headers).toEqual({
    host: 'localhost:4096',
    'x-a': '1',
    'content-type': 'text/plain;charset=UTF-8',
  })
  expect(requests[1]?.body.byteLength).toBe(0)
  expect(requests[2]?.text()).toBe('put')
  expect(requests[2]?.headers).toMatchObject({ 'x-c': '3' })
})

test('sends a form with its boundary', async () => {
  const { fetch, requests } = recording()
  const form = new FormData()
  form.append('a', '1')
  await fetch(url, { method: 'POST', body: form })
  const type = requests[0]?.headers['content-type'] ?? ''
  const sent = await new Response(requests[0]?.text() ?? '', { headers: { 'content-type': type } }).formData()
  expect(sent.get('a')).toBe('1')
})

test('rejects with fetch’s own TypeError for a relative URL and for a GET with a body', async () => {
  const { fetch } = recording()
  await expect(fetch('/session')).rejects.toThrow(TypeError)
  await expect(fetch('/session')).rejects.toThrow('Failed to parse URL from /session')
  const withBody: RequestInit = { method: 'GET', body: 'no' }
  await expect(fetch(url, withBody)).rejects.toThrow(TypeError)
})

test('rejects with the very error the handler threw', async () => {
  const error = new Error('refused')
  const fetch = toFetch(() => {
    throw error
  })
  await expect(fetch(url)).rejects.toBe(error)
})

test('errors the stream with the very error the body threw, after what came before', async () => {
  const error = new Error('cut')
  const body = new LiveBody()
  body.push('data: hello\n\n')
  const { fetch } = recording({ body })
  const response = await fetch(url)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: 'data: hello\n\n' })
  body.fail(error)
  await expect(reader?.read()).rejects.toBe(error)
})

test('streams while the body is written, without empty chunks', async () => {
  const body = new LiveBody()
  const { fetch } = recording({ body })
  const response = await fetch(url)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  body.push('')
  body.push('one')
  expect(await reader?.read()).toEqual({ done: false, value: 'one' })
  body.push(new TextEncoder().encode('two'))
  body.end()
  expect(await reader?.read()).toEqual({ done: false, value: 'two' })
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
})

test('answers a read into the caller’s own buffer, and its end', async () => {
  const { fetch } = recording({ body: 'bytes' })
  const response = await fetch(url)
  const reader = response.body?.getReader({ mode: 'byob' })
  const first = await reader?.read(new Uint8Array(16))
  expect(first?.done).toBe(false)
  expect(new TextDecoder().decode(first?.value)).toBe('bytes')
  expect((await reader?.read(new Uint8Array(16)))?.done).toBe(true)
})

test('stops a producer it does not read from', async () => {
  let produced = 0
  const { fetch } = recording({
    body: (async function* () {
      for (; produced < 100; produced += 1) yield 'x'.repeat(1024)
    })(),
  })
  const response = await fetch(url)
  await turns()
  expect(produced).toBeLessThan(3)
  expect((await response.text()).length).toBe(100 * 1024)
})

test('does not hand out the fake’s own bytes', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  const { fetch } = recording({ body: bytes })
  const received = new Uint8Array(await (await fetch(url)).arrayBuffer())
  received.fill(9)
  expect(bytes).toEqual(new Uint8Array([1, 2, 3]))
})

test('has no body for HEAD and 204, and lets go of an unread one', async () => {
  let cancels = 0
  const fetch = toFetch(({ method }) => ({
    status: method === 'HEAD' ? 200 : 204,
    body: new LiveBody({ onCancel: () => (cancels += 1) }),
  }))
  const head = await fetch(url, { method: 'HEAD' })
  const noContent = await fetch(url)
  expect([head.body, noContent.body]).toEqual([null, null])
  expect(cancels).toBe(2)
})

test('fails as fetch does when an upload breaks', async () => {
  const { fetch } = recording()
  const upload = new ReadableStream<Uint8Array>({
    pull() {
      throw new Error('disk gone')
    },
  })
  expect(await chainOf(fetch(url, streaming(upload)))).toBe('TypeError: fetch failed <- Error: disk gone')
})
