import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { LiveBody } from '../../src/http/live-body.ts'
import { fetchClients } from './fetch-clients.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { chainOf, turns } from './wait-for.ts'

useNetwork()

const each = test.for(fetchClients)

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

each('%s fails when a fake answers with nothing', async ([, fetch]) => {
  // What a handler in plain JavaScript may do.
  openFake(() => Reflect.get({}, 'nothing'))
  expect(await chainOf(fetch('http://fake.test/'))).toMatch(/^TypeError: fetch failed <- TypeError: /u)
})

each('%s is terminated when a chunk is neither text nor bytes', async ([, fetch]) => {
  openFake(() => ({ body: Readable.from([{ not: 'text' }], { objectMode: true }) }))
  const response = await fetch('http://fake.test/')
  expect(await chainOf(response.text())).toMatch(/^TypeError: terminated <- SocketError UND_ERR_SOCKET: /u)
})
