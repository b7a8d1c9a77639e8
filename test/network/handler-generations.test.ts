import { expect, test } from 'vitest'
import { getGlobalDispatcher, interceptors, type Dispatcher } from 'undici'
import { LiveBody } from '../../src/http/live-body.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { deferred, turns } from './wait-for.ts'

useNetwork()

const options = { origin: 'http://fake.test', path: '/', method: 'GET' } as const

/** The origin's own dispatcher, so that undici translates nothing between the two generations. */
async function bareDispatcher(): Promise<Dispatcher> {
  const { FakeNetwork } = await import('../../src/network/fake-network.ts')
  const { OriginDispatcher } = await import('../../src/network/origin-dispatcher.ts')
  const { NetworkRules } = await import('../../src/network/network-rules.ts')
  return new OriginDispatcher('http://fake.test', {
    rules: new NetworkRules(),
    real: new FakeNetwork(),
    pending: () => [],
  })
}

const lines = (raw: unknown): unknown => (Array.isArray(raw) ? raw.map(String) : raw)

test('calls back a handler of the newer generation', async () => {
  openFake(() => ({
    status: 201,
    headers: { 'Content-Type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] },
    body: 'hi',
    trailers: { 'X-T': '1' },
  }))
  const calls: unknown[] = []
  const ended = deferred()
  const dispatcher = await bareDispatcher()
  dispatcher.dispatch(options, {
    onRequestStart: (controller) => void calls.push(['start', controller.aborted, controller.paused]),
    onResponseStart: (controller, status, headers, text) =>
      void calls.push(['headers', status, headers, text, lines(controller.rawHeaders)]),
    onResponseData: (_controller, chunk) => void calls.push(['data', chunk.toString()]),
    onResponseEnd: (_controller, trailers) => {
      calls.push(['end', trailers])
      ended.resolve()
    },
    onResponseError: (_controller, error) => void calls.push(['error', error]),
  })
  await ended.promise
  expect(calls).toEqual([
    ['start', false, false],
    [
      'headers',
      201,
      { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] },
      'Created',
      ['Content-Type', 'text/plain', 'set-cookie', 'a=1', 'set-cookie', 'b=2'],
    ],
    ['data', 'hi'],
    ['end', { 'x-t': '1' }],
  ])
})

test('calls back a handler of the older generation', async () => {
  openFake(() => ({ headers: { 'set-cookie': ['a=1', 'b=2'] }, body: 'hi', trailers: { 'x-t': '1' } }))
  const calls: unknown[] = []
  const ended = deferred()
  const dispatcher = await bareDispatcher()
  dispatcher.dispatch(options, {
    onConnect: (abort) => void calls.push(['connect', typeof abort]),
    onHeaders: (status, headers, resume, text) => {
      calls.push(['headers', status, headers.map(String), typeof resume, text])
      return true
    },
    onData: (chunk) => calls.push(['data', chunk.toString()]) > 0,
    onComplete: (trailers) => {
      calls.push(['complete', trailers?.map(String)])
      ended.resolve()
    },
    onError: (error) => void calls.push(['error', error]),
  })
  await ended.promise
  expect(calls).toEqual([
    ['connect', 'function'],
    ['headers', 200, ['set-cookie', 'a=1', 'set-cookie', 'b=2'], 'function', 'OK'],
    ['data', 'hi'],
    ['complete', ['x-t', '1']],
  ])
})

test('hands no empty chunk to a handler', async () => {
  const body = new LiveBody()
  for (const chunk of ['', 'a', new Uint8Array(), 'b']) body.push(chunk)
  body.end()
  openFake(() => ({ body }))
  const chunks: string[] = []
  const ended = deferred()
  const dispatcher = await bareDispatcher()
  dispatcher.dispatch(options, {
    onData: (chunk) => chunks.push(chunk.toString()) > 0,
    onComplete: () => ended.resolve(),
    onError: () => undefined,
  })
  await ended.promise
  expect(chunks).toEqual(['a', 'b'])
})

test('waits while a controller is paused', async () => {
  const body = new LiveBody()
  openFake(() => ({ body }))
  const chunks: string[] = []
  const ended = deferred()
  let controller: Dispatcher.DispatchController | undefined
  const dispatcher = await bareDispatcher()
  dispatcher.dispatch(options, {
    onRequestStart: (own) => void (controller = own),
    onResponseStart: (own) => own.pause(),
    onResponseData: (own, chunk) => {
      chunks.push(chunk.toString())
      own.pause()
    },
    onResponseEnd: () => ended.resolve(),
    onResponseError: () => undefined,
  })
  body.push('a')
  body.push('b')
  body.end()
  await turns()
  expect(chunks).toEqual([])
  controller?.resume()
  await turns()
  expect(chunks).toEqual(['a'])
  expect(controller?.paused).toBe(true)
  controller?.resume()
  await turns()
  controller?.resume()
  await ended.promise
  expect(chunks).toEqual(['a', 'b'])
})

test('waits while an older handler has answered false', async () => {
  const body = new LiveBody()
  openFake(() => ({ body }))
  const chunks: string[] = []
  const ended = deferred()
  let resume: (() => void) | undefined
  const dispatcher = await bareDispatcher()
  dispatcher.dispatch(options, {
    onHeaders: (_status, _headers, own) => {
      resume = own
      return false
    },
    onData: (chunk) => {
      chunks.push(chunk.toString())
      return false
    },
    onComplete: () => ended.resolve(),
    onError: () => undefined,
  })
  body.push('a')
  body.push('b')
  body.end()
  await turns()
  expect(chunks).toEqual([])
  resume?.()
  await turns()
  expect(chunks).toEqual(['a'])
  resume?.()
  await turns()
  resume?.()
  await ended.promise
  expect(chunks).toEqual(['a', 'b'])
})

test('tells a newer handler of its own abort, once', async () => {
  const cancelled = deferred()
  openFake(() => ({ body: new LiveBody({ onCancel: () => cancelled.resolve() }) }))
  const errors: string[] = []
  const dispatcher = await bareDispatcher()
  dispatcher.dispatch(options, {
    onRequestStart: () => undefined,
    onResponseStart: (controller) => {
      controller.abort(new Error('enough'))
      controller.abort(new Error('again'))
      errors.push(`aborted ${controller.aborted}, reason ${controller.reason?.message}`)
    },
    onResponseError: (_controller, error) => void errors.push(error.message),
  })
  await cancelled.promise
  await turns()
  expect(errors).toEqual(['enough', 'aborted true, reason enough'])
})

test('tells a handler that throws from a callback of that error', async () => {
  const cancelled = deferred()
  openFake(() => ({ body: new LiveBody({ onCancel: () => cancelled.resolve() }) }))
  const errors: string[] = []
  const dispatcher = await bareDispatcher()
  dispatcher.dispatch(options, {
    onHeaders: () => {
      throw new Error('from onHeaders')
    },
    onError: (error) => void errors.push(error.message),
  })
  await cancelled.promise
  expect(errors).toEqual(['from onHeaders'])
})

test('refuses a handler that could not be told of an error', async () => {
  openFake(() => ({}))
  const dispatcher = await bareDispatcher()
  expect(() => dispatcher.dispatch(options, { onConnect: () => undefined })).toThrow('invalid onError method')
})

test('answers through interceptors that a user composes', async () => {
  let calls = 0
  openFake(() => {
    calls += 1
    return calls === 1 ? { status: 503, headers: { 'retry-after': '0' } } : { body: 'second time' }
  })
  const composed = getGlobalDispatcher().compose(interceptors.retry({ minTimeout: 0, timeoutFactor: 1 }))
  const { body } = await composed.request(options)
  expect(await body.text()).toBe('second time')
})

test('tells a WebSocket that a fake speaks HTTP alone', async () => {
  openFake(() => ({}), { label: 'fakeOpencode' })
  await expect(getGlobalDispatcher().upgrade({ ...options, protocol: 'websocket' })).rejects.toThrow(
    'fakeOpencode speaks HTTP alone: it takes no WebSocket and no tunnel',
  )
})

test('hangs up when the dispatcher is closed or destroyed', async () => {
  openFake(() => new Promise(() => undefined))
  const failures: string[] = []
  const handler = { onError: (error: Error) => void failures.push(error.message) }
  const closed = await bareDispatcher()
  closed.dispatch(options, handler)
  await closed.close()
  const destroyed = await bareDispatcher()
  destroyed.dispatch(options, handler)
  const called = deferred()
  destroyed.destroy(null, () => called.resolve())
  await called.promise
  expect(failures).toEqual(['other side closed', 'other side closed'])
})
