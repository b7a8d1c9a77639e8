import { createServer } from 'node:net'
import { fakeDeepSeek, fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { request } from 'undici'

/** A port of this machine on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The error below `fetch failed`. */
async function causeOf(url: string): Promise<Error & { code?: unknown }> {
  const error: unknown = await fetch(url).catch((reason: unknown) => reason)
  if (error instanceof Error && error.cause instanceof Error) return error.cause
  throw new Error('expected fetch to fail')
}

test('a refused connection to this machine names the fakes that are open, and stays the real error', async () => {
  fakeOpencode({ baseUrl: 'http://localhost:5011' })
  fakeDeepSeek()
  for (const host of ['127.0.0.1', 'localhost']) {
    const error = await causeOf(`http://${host}:${await freePort()}/session`)
    expect(error.message).toMatch(
      /\. Nobody listens there\. Open fakes: fakeOpencode at http:\/\/localhost:5011, fakeDeepSeek at https:\/\/api\.deepseek\.com$/,
    )
    expect(error.code).toBe('ECONNREFUSED')
  }
})

test('so does one of undici itself', async () => {
  fakeOpencode({ baseUrl: 'http://localhost:5011' })
  await expect(request(`http://127.0.0.1:${await freePort()}`)).rejects.toThrow(/Open fakes: fakeOpencode at/)
})

test('a refused connection is as it is where no fake is open', async () => {
  expect((await causeOf(`http://127.0.0.1:${await freePort()}`)).message).not.toContain('Open fakes')
})

test('a request to the default port names the fake that is open on another', async () => {
  fakeOpencode({ baseUrl: 'http://localhost:5011' })
  fakeDeepSeek()
  expect((await causeOf('http://localhost:4096/session')).message).toBe(
    "GET http://localhost:4096/session was refused: no fakeOpencode is open here. One is open at http://localhost:5011: point the client there. Open one with fakeOpencode(), or let the real host through with allowNetwork('localhost:4096').",
  )
})
