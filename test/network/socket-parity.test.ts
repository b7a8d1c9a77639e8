import { afterEach, expect, test } from 'vitest'
import { Agent } from 'undici'
import type { FakeHandler } from '../../src/http/fake-handler.ts'
import { LiveBody } from '../../src/http/live-body.ts'
import { openFake, useNetwork } from './open-fake.ts'
import { realServer } from './real-server.ts'
import { chainOf } from './wait-for.ts'

useNetwork()

const agents: Agent[] = []

afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.destroy()
})

/** The built-in fetch on a real socket, past the installed network. */
const fetchForReal: typeof fetch = (input, init) => {
  const dispatcher = new Agent()
  agents.push(dispatcher)
  return fetch(input, Object.assign({ dispatcher }, init))
}

const summary = async (response: Response): Promise<unknown> => ({
  status: response.status,
  statusText: response.statusText,
  headers: [...response.headers].filter(([name]) => name !== 'connection' && name !== 'content-length'),
  body: await response.text(),
})

/** The same chain without the cause that only a fake can tell. */
const withoutScript = (chain: string): string => chain.replace(/ <- Error: scripted$/u, '')

test('a body that breaks looks as it does on a real socket', async () => {
  const origin = await realServer((_request, response) => {
    response.write('data: hello\n\n')
    setImmediate(() => response.socket?.end())
  })
  const real = await chainOf((await fetchForReal(origin)).text())

  const body = new LiveBody()
  body.push('data: hello\n\n')
  body.fail(new Error('scripted'))
  openFake(() => ({ body }))
  const fake = await chainOf((await fetch('http://fake.test/')).text())

  expect(real).toBe('TypeError: terminated <- SocketError UND_ERR_SOCKET: other side closed')
  expect(withoutScript(fake)).toBe(real)
})

test('a server that stops before the headers looks as it does on a real socket', async () => {
  const origin = await realServer((_request, response) => void response.socket?.end())
  const real = await chainOf(fetchForReal(origin))

  const claim = openFake(() => new Promise(() => undefined))
  const failure = chainOf(fetch('http://fake.test/'))
  claim.release()

  expect(real).toBe('TypeError: fetch failed <- SocketError UND_ERR_SOCKET: other side closed')
  expect(await failure).toBe(real)
})

test('an answer has the status, the text and the headers it has on a real socket', async () => {
  const answer = {
    status: 422,
    headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
    body: '{}',
  }
  const origin = await realServer((_request, response) => {
    response.sendDate = false
    response.writeHead(answer.status, { ...answer.headers, connection: 'close', 'content-length': 2 }).end(answer.body)
  })
  const handler: FakeHandler = () => answer
  openFake(handler)
  const real = await summary(await fetchForReal(origin))
  expect(await summary(await fetch('http://fake.test/'))).toEqual(real)
})

test('a request arrives with the headers of a real one', async () => {
  let real: Record<string, unknown> = {}
  const origin = await realServer((request, response) => {
    real = request.headers
    response.end()
  })
  let fake: Record<string, unknown> = {}
  // On this machine as the real one is: fetch sends some headers to such hosts alone.
  openFake(
    ({ headers }) => {
      fake = headers
      return {}
    },
    { origin: 'http://localhost:4096' },
  )
  const init = { method: 'POST', headers: { 'X-A': '1' }, body: '{}' }
  await (await fetchForReal(origin, init)).text()
  await (await fetch('http://localhost:4096/', init)).text()
  expect({ ...fake, host: 'h' }).toEqual({ ...without(real, 'connection'), host: 'h' })
})

const without = (headers: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
