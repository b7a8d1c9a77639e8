import { createRequire } from 'node:module'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { allowNetwork, fakeOpencode, runPrompt, turn } from 'opencode-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const server = setupServer(http.get('https://api.github.test/issues', () => HttpResponse.json([{ number: 7 }])))
const { version } = createRequire(import.meta.url)('msw/package.json')
beforeAll(() => {
  // From version 3 on it waits on the sockets, behind the guard.
  if (!version.startsWith('2.')) allowNetwork('api.github.test')
  server.listen({ onUnhandledRequest: 'bypass' })
})
afterAll(() => server.close())

test('msw answers what it handles, a fake what it plays', async () => {
  const opencode = fakeOpencode({ script: ['Hello there.'] })
  expect(await (await fetch('https://api.github.test/issues')).json()).toEqual([{ number: 7 }])
  const run = await runPrompt('http://localhost:4096', 'Say hello')
  expect(run).toHaveText('Hello there.')
  expect(opencode).toHaveSentPrompt('Say hello')
})

test('an abort gets through msw', async () => {
  const opencode = fakeOpencode({ script: [turn({ text: 'Hello', cut: 'hang' })] })
  const stop = new AbortController()
  const events = await fetch('http://localhost:4096/event', { signal: stop.signal })
  await events.body.getReader().read()
  expect(opencode.openStreams).toBe(1)
  stop.abort()
  await expect.poll(() => opencode.openStreams).toBe(0)
})

test('what neither knows is refused', async () => {
  const { cause } = await fetch('https://api.example.com/').catch((error) => error)
  expect(cause).toMatchObject({ message: expect.stringContaining("allowNetwork('api.example.com')") })
})
