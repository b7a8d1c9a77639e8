import { expect, test } from 'vitest'
import { getGlobalDispatcher, MockAgent, request } from 'undici'
import { FakeNetwork } from '../../src/network/fake-network.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { realServer } from './real-server.ts'
import { chainOf } from './wait-for.ts'

useNetwork()

/** The installed network, as a user gets hold of it. */
function installed(): FakeNetwork {
  const dispatcher = getGlobalDispatcher()
  if (!(dispatcher instanceof FakeNetwork)) throw new Error('the network is not installed')
  return dispatcher
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text()

test('MockAgent hands `factory` to its pools', async () => {
  const origins = new Set<string>()
  const agent = new MockAgent({
    factory: (origin) => {
      origins.add(String(origin))
      return new FakeNetwork()
    },
  })
  openFake(() => ({ body: 'from the factory’s dispatcher' }))
  const { body } = await request('http://fake.test/', { dispatcher: agent })
  expect(await body.text()).toBe('from the factory’s dispatcher')
  expect([...origins]).toEqual(['http://fake.test/'])
})

test('the user’s interceptors are asked before the fake', async () => {
  openFake(() => ({ body: 'fake' }))
  installed().get('http://fake.test').intercept({ path: '/tea' }).reply(418, 'interceptor')
  const first = await fetch('http://fake.test/tea')
  expect([first.status, await first.text()]).toEqual([418, 'interceptor'])
  const second = await fetch('http://fake.test/tea')
  expect([second.status, await second.text()]).toEqual([200, 'fake'])
})

test('an interceptor that matches the body of a fetch sees it', async () => {
  openFake(() => ({ body: 'fake' }))
  installed().get('http://fake.test').intercept({ path: '/', method: 'POST', body: 'secret' }).reply(200, 'matched')
  const response = await fetch('http://fake.test/', { method: 'POST', body: 'secret' })
  expect(await response.text()).toBe('matched')
})

test('an interceptor answers on a host that nothing else does', async () => {
  installed().get('https://api.example.com').intercept({ path: '/' }).reply(200, 'interceptor')
  expect(await textOf('https://api.example.com/')).toBe('interceptor')
})

test('an interceptor for any origin answers before the fake', async () => {
  // undici asks for such an interceptor when it first meets an origin: one that no other test has used.
  openFake(() => ({ body: 'fake' }), { origin: 'http://never-met.test' })
  installed()
    .get(/never-met\.test/u)
    .intercept({ path: '/' })
    .reply(200, 'interceptor')
  expect(await textOf('http://never-met.test/')).toBe('interceptor')
  expect(await textOf('http://never-met.test/')).toBe('fake')
})

test('pending interceptors are listed and asserted', async () => {
  openFake(() => ({ body: 'fake' }))
  installed().assertNoPendingInterceptors()
  installed().get('http://fake.test').intercept({ path: '/never' }).reply(200, '')
  await textOf('http://fake.test/')
  expect(
    installed()
      .pendingInterceptors()
      .map(({ path }) => path),
  ).toEqual(['/never'])
  expect(() => installed().assertNoPendingInterceptors()).toThrow('1 interceptor is pending')
})

test('requests to fakes are in the call history', async () => {
  openFake(() => ({ body: 'fake' }))
  installed().enableCallHistory()
  await fetch('http://fake.test/a', { method: 'POST', body: 'b' })
  expect(installed().getCallHistory()?.lastCall()).toMatchObject({
    method: 'POST',
    path: '/a',
    origin: 'http://fake.test',
  })
})

test('fakes stay reachable after disableNetConnect, while this machine does not', async () => {
  const origin = await realServer((_request, response) => response.end('real'))
  openFake(() => ({ body: 'fake' }))
  expect(await textOf(origin)).toBe('real')
  installed().disableNetConnect()
  expect(await textOf('http://fake.test/')).toBe('fake')
  expect(await chainOf(fetch(origin))).toBe(
    `TypeError: fetch failed <- NetworkRefusedError OPENCODE_TESTING_NETWORK_REFUSED: GET ${origin}/ was refused: no fake and no ` +
      `interceptor answers it, and disableNetConnect() was called. Let the real host through with allowNetwork('${new URL(origin).host}').`,
  )
})

test('enableNetConnect lets the hosts through that match, after disableNetConnect too', async () => {
  const origin = await realServer((_request, response) => response.end('real'))
  const { host } = new URL(origin)
  for (const matcher of [host, /^127\./u, (received: string) => received === host]) {
    installed().disableNetConnect()
    await expect(textOf(origin)).rejects.toThrow('fetch failed')
    if (typeof matcher === 'string') installed().enableNetConnect(matcher)
    else if (matcher instanceof RegExp) installed().enableNetConnect(matcher)
    else installed().enableNetConnect(matcher)
    expect(await textOf(origin)).toBe('real')
  }
})

test('enableNetConnect refuses what is no matcher, as undici does', () => {
  // What a caller in plain JavaScript may pass.
  const matcher: string = JSON.parse('7')
  expect(() => installed().enableNetConnect(matcher)).toThrow('Unsupported matcher')
})

test('fakes stay reachable after enableNetConnect names another host', async () => {
  openFake(() => ({ body: 'fake' }))
  installed().enableNetConnect('api.example.com')
  expect(await textOf('http://fake.test/')).toBe('fake')
})

test('fakes stay reachable while the agent is deactivated', async () => {
  openFake(() => ({ body: 'fake' }))
  installed().get('http://fake.test').intercept({ path: '/' }).reply(200, 'interceptor')
  installed().deactivate()
  expect(await textOf('http://fake.test/')).toBe('fake')
})

test('closing it hangs up what is open and resolves', async () => {
  openFake(() => new Promise(() => undefined))
  const network = new FakeNetwork()
  const failure = chainOf(request('http://fake.test/', { dispatcher: network }))
  await network.close()
  expect(await failure).toBe('SocketError UND_ERR_SOCKET: other side closed')
})

test('reset forgets interceptors, also persistent ones, history and rules', async () => {
  const origin = await realServer((_request, response) => response.end('real'))
  const network = installed()
  network.get(origin).intercept({ path: '/' }).reply(200, 'persistent').persist()
  network.get(/./u).intercept({ path: '/' }).reply(200, 'anywhere').persist()
  network.enableCallHistory()
  network.disableNetConnect()
  expect(await textOf(origin)).toBe('persistent')
  network.reset()
  expect(await textOf(origin)).toBe('real')
  expect(network.getCallHistory()?.calls()).toEqual([])
  network.assertNoPendingInterceptors()
})
