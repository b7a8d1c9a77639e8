import { expect, test } from 'vitest'
import { getGlobalDispatcher, MockAgent, request } from 'undici'
import { NetworkRefusedError } from '../../src/errors.ts'
import { allowNetwork } from '../../src/network/allow-network.ts'
import { NetworkRules } from '../../src/network/network-rules.ts'
import { fetchClients } from './fetch-clients.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { realServer } from './real-server.ts'

useNetwork()

/** Whether the rules, as they are at first, let a GET through. */
const passes = (url: string): boolean =>
  new NetworkRules().refusal(new URL(url), { method: 'GET', pending: [] }) === undefined

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'it resolved',
    (reason: unknown) => reason,
  )
  return error instanceof NetworkRefusedError ? error.message : `no refusal: ${String(error)}`
}

test.for(fetchClients)('%s fails at once, with what is needed to go on as the cause', async ([, fetch]) => {
  const failure: unknown = await fetch('https://api.example.com/v1/models?key=secret', { method: 'DELETE' }).catch(
    (reason: unknown) => reason,
  )
  expect(failure).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  const cause = failure instanceof Error ? failure.cause : undefined
  expect(cause).toBeInstanceOf(NetworkRefusedError)
  expect(cause).toMatchObject({ code: 'OPENCODE_TESTING_NETWORK_REFUSED', origin: 'https://api.example.com' })
  expect(cause instanceof Error && cause.message).toBe(
    'DELETE https://api.example.com/v1/models?… was refused: no fake and no interceptor answers it, and tests reach only this ' +
      "machine. Let the real host through with allowNetwork('api.example.com').",
  )
})

test('undici’s request rejects with the refusal itself', async () => {
  expect(await refusalOf(request('http://api.example.com:8080/'))).toBe(
    'GET http://api.example.com:8080/ was refused: no fake and no interceptor answers it, and tests reach only this machine. ' +
      "Let the real host through with allowNetwork('api.example.com:8080').",
  )
})

test('a refusal names the interceptors that wait for its origin', async () => {
  const agent = getGlobalDispatcher()
  if (!(agent instanceof MockAgent)) throw new Error('the network is not installed')
  agent.get('https://api.example.com').intercept({ path: '/v1/chat', method: 'POST' }).reply(200, '')
  expect(await refusalOf(request('https://api.example.com/v1/chats'))).toBe(
    'GET https://api.example.com/v1/chats was refused: no fake and no interceptor answers it, and tests reach only this machine. ' +
      "Let the real host through with allowNetwork('api.example.com'). " +
      'Interceptors pending for this origin: POST /v1/chat.',
  )
})

test.for([
  'http://localhost',
  'http://localhost.:3000',
  'http://LOCALHOST:3000',
  'http://app.localhost:3000',
  'http://127.0.0.1:3000',
  'http://127.255.0.9:3000',
  'http://2130706433:3000',
  'http://[::1]:3000',
  'https://localhost:8443',
])('%s is this machine', (url) => {
  expect(passes(url)).toBe(true)
})

test.for([
  'http://localhost.example.com',
  'http://notlocalhost',
  'http://127.0.0.1.example.com',
  'http://128.0.0.1',
  'http://0.0.0.0',
  'http://192.168.0.1',
  'http://[::2]',
])('%s is not this machine', (url) => {
  expect(passes(url)).toBe(false)
})

test.for([
  'http://localhost:4096/session',
  'http://127.0.0.1:4096/session',
  'http://[::1]:4096/session',
  'http://localhost.:4096/session',
  'http://app.localhost:4096/session',
  'http://127.0.0.2:4096/session',
])('%s is refused without a live fake', async (url) => {
  const { href, host } = new URL(url)
  expect(await refusalOf(request(url, { method: 'POST' }))).toBe(
    `POST ${href} was refused: no fakeOpencode is open here. Open one with fakeOpencode(), or let the real host through with ` +
      `allowNetwork('${host}').`,
  )
})

test('api.deepseek.com is refused without a live fake', async () => {
  expect(await refusalOf(request('https://api.deepseek.com/chat/completions', { method: 'POST' }))).toBe(
    'POST https://api.deepseek.com/chat/completions was refused: no fakeDeepSeek is open here. Open one with fakeDeepSeek(), ' +
      "or let the real host through with allowNetwork('api.deepseek.com').",
  )
})

test('a refusal tells why the fake is not open any more', async () => {
  const claim = openFake(() => ({}), { origin: 'http://localhost:4096' })
  claim.release('it was closed when test "triage" ended')
  expect(await refusalOf(request('http://localhost:4096/session'))).toBe(
    'GET http://localhost:4096/session was refused: no fakeOpencode is open here; it was closed when test "triage" ended. ' +
      "Open one with fakeOpencode(), or let the real host through with allowNetwork('localhost:4096').",
  )
})

test('a refusal on another origin tells which fake was open there', async () => {
  openFake(() => ({}), { origin: 'http://opencode-3.test', label: 'fakeOpencode' }).release('it was closed by the test')
  expect(await refusalOf(request('http://opencode-3.test/session'))).toContain(
    'no fakeOpencode is open here; it was closed by the test.',
  )
})

test('a fake that opens again makes the last one’s end old news', async () => {
  openFake(() => ({}), { origin: 'http://localhost:4096' }).release('it was closed first')
  openFake(() => ({}), { origin: 'http://localhost:4096' }).release()
  expect(await refusalOf(request('http://localhost:4096/'))).toContain('no fakeOpencode is open here. Open one')
})

test('allowNetwork lets a default origin through when it names the port', () => {
  allowNetwork('localhost')
  expect(passes('http://localhost:4096')).toBe(false)
  const undo = allowNetwork('localhost:4096')
  expect(passes('http://localhost:4096')).toBe(true)
  expect(passes('http://127.0.0.1:4096')).toBe(false)
  undo()
  expect(passes('http://localhost:4096')).toBe(false)
})

test('allowNetwork lets DeepSeek through by its host', () => {
  expect(passes('https://api.deepseek.com')).toBe(false)
  allowNetwork('api.deepseek.com')
  expect(passes('https://api.deepseek.com')).toBe(true)
})

test('enableNetConnect opens other hosts and never a default origin', () => {
  const rules = new NetworkRules()
  rules.enableNetConnect()
  const refused = (url: string): boolean => rules.refusal(new URL(url), { method: 'GET', pending: [] }) !== undefined
  expect(refused('https://api.example.com')).toBe(false)
  expect(refused('http://localhost:4096')).toBe(true)
  expect(refused('https://api.deepseek.com')).toBe(true)
})

test('this machine is reached for real', async () => {
  const origin = await realServer((_request, response) => response.end('real'))
  const { body } = await request(origin)
  expect(await body.text()).toBe('real')
})
