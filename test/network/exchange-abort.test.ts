import { expect, test } from 'vitest'
import type { FakeRequest } from '../../src/http/fake-handler.ts'
import { LiveBody } from '../../src/http/live-body.ts'
import { collectGarbage } from './collect-garbage.ts'
import { fetchClients } from './fetch-clients.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { streaming } from './streaming.ts'
import { chainOf, deferred, turns } from './wait-for.ts'

useNetwork()

const each = test.for(fetchClients)

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

each('%s can still leave after a garbage collection', async ([, fetch]) => {
  const cancelled = deferred()
  openFake(({ url }) =>
    url.pathname === '/stream'
      ? { body: new LiveBody({ onCancel: () => cancelled.resolve() }) }
      : new Promise(() => undefined),
  )
  const client = new AbortController()
  const failure = chainOf(fetch('http://fake.test/waiting', { signal: client.signal }))
  await fetch('http://fake.test/stream', { signal: client.signal })
  await turns()
  collectGarbage()
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  await cancelled.promise
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

each('%s that leaves while it uploads has its stream let go and reaches no handler', async ([, fetch]) => {
  const cancelled = deferred()
  let calls = 0
  openFake(() => {
    calls += 1
    return {}
  })
  const upload = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() })
  const client = new AbortController()
  const init = streaming(upload, { signal: client.signal })
  const failure = chainOf(fetch('http://fake.test/', init))
  await turns()
  client.abort()
  expect(await failure).toMatch(/^AbortError/u)
  await cancelled.promise
  await turns()
  expect(calls).toBe(0)
})
