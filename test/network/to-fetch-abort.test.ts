import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { FakeHandler, FakeRequest } from '../../src/http/fake-handler.ts'
import { LiveBody } from '../../src/http/live-body.ts'
import { toFetch } from '../../src/network/to-fetch.ts'
import { collectGarbage } from './collect-garbage.ts'
import { streaming } from './streaming.ts'
import { chainOf, deferred, turns } from './wait-for.ts'

// Nothing is installed in this file.

const url = 'http://localhost:4096/session'

test('rejects a request that was aborted before, and asks no handler', async () => {
  let calls = 0
  const fetch = toFetch(() => {
    calls += 1
    return {}
  })
  expect(await chainOf(fetch(url, { signal: AbortSignal.abort() }))).toMatch(/^AbortError/u)
  expect(await chainOf(fetch(new Request(url, { signal: AbortSignal.abort() })))).toMatch(/^AbortError/u)
  const reason = new Error('my reason')
  await expect(fetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(calls).toBe(0)
})

test('rejects and tells the fake when the client leaves before the answer', async () => {
  const arrived = deferred<FakeRequest>()
  const fetch = toFetch((request) => {
    arrived.resolve(request)
    return new Promise(() => undefined)
  })
  const client = new AbortController()
  const failure = chainOf(fetch(url, { signal: client.signal }))
  const { signal } = await arrived.promise
  expect(signal.aborted).toBe(false)
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  expect(signal.aborted).toBe(true)
})

test('lets go of the body when the client leaves an idle stream', async () => {
  const signals: AbortSignal[] = []
  const cancelled = deferred()
  const fetch = toFetch(({ signal }) => {
    signals.push(signal)
    return { body: new LiveBody({ onCancel: () => cancelled.resolve() }) }
  })
  const client = new AbortController()
  const response = await fetch(new Request(url, { signal: client.signal }))
  const text = chainOf(response.text())
  await turns()
  client.abort()
  await cancelled.promise
  expect(await text).toMatch(/^AbortError/u)
  expect(signals[0]?.aborted).toBe(true)
})

// Regression: a Request follows the signal it was made with only as long as somebody holds the Request.
test('follows the signal of a Request that nobody else holds', async () => {
  const waiting = toFetch(() => new Promise(() => undefined))
  const cancelled = deferred()
  const streams = toFetch(() => ({ body: new LiveBody({ onCancel: () => cancelled.resolve() }) }))
  const client = new AbortController()
  const failure = chainOf(waiting(new Request(url, { signal: client.signal })))
  await streams(new Request(url, { signal: client.signal }))
  await turns()
  collectGarbage()
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  await cancelled.promise
})

test('lets go of the body when its reader cancels it', async () => {
  const signals: AbortSignal[] = []
  const cancelled = deferred()
  const fetch = toFetch(({ signal }) => {
    signals.push(signal)
    return { body: new LiveBody({ onCancel: () => cancelled.resolve() }) }
  })
  const response = await fetch(url)
  await response.body?.cancel()
  await cancelled.promise
  expect(signals[0]?.aborted).toBe(true)
})

test('lets go of a body that comes after the client has left', async () => {
  const answer = deferred()
  const cancelled = deferred()
  const fetch = toFetch(async () => {
    await answer.promise
    return { body: new LiveBody({ onCancel: () => cancelled.resolve() }) }
  })
  const client = new AbortController()
  const failure = chainOf(fetch(url, { signal: client.signal }))
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  answer.resolve()
  await cancelled.promise
})

test('keeps a handler that throws late to itself', async () => {
  const answer = deferred()
  const fetch = toFetch(async () => {
    await answer.promise
    throw new Error('too late')
  })
  const client = new AbortController()
  const failure = chainOf(fetch(url, { signal: client.signal }))
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  answer.resolve()
  // An unhandled rejection would fail the run.
  await turns()
})

test('leaves no listener on a signal that outlives its requests', async () => {
  const client = new AbortController()
  const cut = new LiveBody()
  cut.fail(new Error('cut'))
  const answers: Record<string, FakeHandler> = {
    whole: () => ({ body: 'whole' }),
    cut: () => ({ body: cut }),
    refused: () => {
      throw new Error('refused')
    },
  }
  for (const answer of Object.values(answers)) {
    await chainOf(toFetch(answer)(url, { signal: client.signal }).then((response) => response.text()))
  }
  await toFetch(() => ({}))(url, { method: 'HEAD', signal: client.signal })
  expect(getEventListeners(client.signal, 'abort')).toEqual([])
})

test('lets go of an upload when the client leaves', async () => {
  const cancelled = deferred()
  const fetch = toFetch(() => ({}))
  const upload = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() })
  const client = new AbortController()
  const init = streaming(upload, { signal: client.signal })
  const failure = chainOf(fetch(url, init))
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  await cancelled.promise
})
