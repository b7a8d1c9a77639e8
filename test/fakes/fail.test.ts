import { createOpencodeClient } from '@opencode-ai/sdk'
import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt } from '../opencode/api.ts'
import { untyped } from '../opencode/bad-option.ts'
import { v1Messages } from '../opencode/v1-messages.ts'

type Fake = ReturnType<typeof fakeOpencode>

const statusOf = async (opencode: Fake, path: string, method = 'GET'): Promise<number> =>
  (await call(opencode, method, path)).status

test('fails the next request on the path with a 500, once', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/agent')
  const { status, headers, body } = await call(opencode, 'GET', '/agent')
  expect([status, headers.get('content-type'), body]).toEqual([
    500,
    'application/json',
    { message: 'Internal Server Error' },
  ])
  expect(await statusOf(opencode, '/agent')).toBe(200)
})

test('fails with the status and the body of the test', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/agent', { status: 429, body: { name: 'Mine', data: { a: 1 } } })
  opencode.fail('GET', '/agent', { status: 403 })
  const first = await call(opencode, 'GET', '/agent')
  expect([first.status, first.body]).toEqual([429, { name: 'Mine', data: { a: 1 } }])
  const second = await call(opencode, 'GET', '/agent')
  expect([second.status, second.body]).toEqual([403, { message: 'Forbidden' }])
})

test('an answer without a body of the test has no tag that would decide the error class', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/agent', { status: 404 })
  const { body } = await call(opencode, 'GET', '/agent')
  expect(Object.keys(Object(body))).toEqual(['message'])
})

test('fails as often as it is told, and always with null', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/agent', { times: 2 })
  opencode.fail('GET', '/mcp', { times: null })
  const statuses = async (path: string): Promise<number[]> => [
    await statusOf(opencode, path),
    await statusOf(opencode, path),
    await statusOf(opencode, path),
  ]
  expect([await statuses('/agent'), await statuses('/mcp')]).toEqual([
    [500, 500, 200],
    [500, 500, 500],
  ])
})

test('tries the rules in the order they were given, and forgets a used-up one', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/agent', { status: 501 })
  opencode.fail('GET', /.*/, { status: 502, times: 2 })
  opencode.fail('GET', '/agent', { status: 503 })
  const statuses: number[] = []
  for (let count = 0; count < 5; count += 1) statuses.push(await statusOf(opencode, '/agent'))
  expect(statuses).toEqual([501, 502, 502, 503, 200])
})

test.for<[path: string | RegExp, hit: string[], missed: string[]]>([
  ['/session', ['/session', '/session?limit=1'], ['/session/status', '/session/']],
  [
    /\/session\/[^/]+/,
    ['/session/ses_1', '/session/status?x=1'],
    ['/session', '/session/ses_1/message', '/x/session/ses_1'],
  ],
  [/^\/session$/, ['/session'], ['/session/status']],
  [/\/a|\/agent/, ['/agent', '/a'], ['/agent/x', '/mcp']],
  [/\/AGENT/i, ['/agent'], []],
  [/\/session/g, ['/session', '/session', '/session'], []],
  [/\/session/y, ['/session', '/session', '/session'], []],
  [/\/session\/ses_%C3%A9/, ['/session/ses_é'], []],
])('the path %s fails %j and not %j', async ([path, hit, missed]) => {
  const opencode = fakeOpencode()
  opencode.fail('GET', path, { status: 418, times: null })
  for (const url of hit) expect(await statusOf(opencode, url), url).toBe(418)
  for (const url of missed) expect(await statusOf(opencode, url), url).not.toBe(418)
})

test('fails one method alone, however it is spelled', async () => {
  const opencode = fakeOpencode()
  opencode.fail('post', '/session', { status: 418 })
  expect(await statusOf(opencode, '/session')).toBe(200)
  expect(await statusOf(opencode, '/session', 'POST')).toBe(418)
})

test('a request that fails changes nothing, and is no miss', async () => {
  const opencode = fakeOpencode({ script: ['one'] })
  const session = await createSession(opencode)
  opencode.fail('POST', `/session/${session}/message`)
  opencode.fail('GET', '/no/such/route')
  expect((await prompt(opencode, session, 'hi')).status).toBe(500)
  expect(await statusOf(opencode, '/no/such/route')).toBe(500)
  expect([opencode.prompts, opencode.runs, opencode.misses, opencode.remaining]).toEqual([[], [], [], 1])
  expect(v1Messages(opencode, session)).toEqual([])
  expect(opencode.requests).toHaveLength(3)
})

test('fails the event stream too', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/event', { status: 502 })
  expect(await statusOf(opencode, '/event')).toBe(502)
})

test("through fake.fetch a connection fails with the test's own error", async () => {
  const opencode = fakeOpencode()
  const error = new Error('connection refused')
  opencode.fail('GET', '/agent', { error })
  await expect(opencode.fetch(`${opencode.url}/agent`)).rejects.toBe(error)
  expect(await statusOf(opencode, '/agent')).toBe(200)
})

test("through the network it is the cause of fetch's own error", async () => {
  const opencode = fakeOpencode()
  const error = new Error('connection refused')
  opencode.fail('GET', '/agent', { error })
  await expect(fetch(`${opencode.url}/agent`)).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: error,
  })
})

test('the SDK sees the status and the body', async () => {
  const opencode = fakeOpencode()
  opencode.fail('GET', '/session', { status: 403, body: { message: 'no' } })
  const { error, response } = await createOpencodeClient({ baseUrl: opencode.url }).session.list()
  expect([error, response?.status]).toEqual([{ message: 'no' }, 403])
})

test('keeps the body as it was when the failure was asked for', async () => {
  const opencode = fakeOpencode()
  const body = { message: 'before' }
  opencode.fail('GET', '/agent', { body })
  body.message = 'after'
  expect((await call(opencode, 'GET', '/agent')).body).toEqual({ message: 'before' })
})

test.for<[message: string, args: readonly unknown[]]>([
  ['fail(method): expected an HTTP method', [5, '/agent']],
  ['fail(path): expected a path (a string or a RegExp)', ['GET', 5]],
  ['fail(path): expected a path that begins with / and has no query', ['GET', 'agent']],
  ['fail(path): expected a path that begins with / and has no query', ['GET', '/agent?x=1']],
  ['fail(path): expected a path that begins with / and has no query', ['GET', 'http://localhost:4096/agent']],
  ['fail(options).time: expected one of ', ['GET', '/agent', { time: 1 }]],
  ['fail(options): expected an object', ['GET', '/agent', 500]],
  ['fail(status): expected an HTTP status, 200 to 599', ['GET', '/agent', { status: 100 }]],
  ['fail(status): expected an HTTP status, 200 to 599', ['GET', '/agent', { status: 600 }]],
  ['fail(status): expected an integer', ['GET', '/agent', { status: '500' }]],
  ['fail(times): expected', ['GET', '/agent', { times: 0 }]],
  ['fail(times): expected an integer >= 1', ['GET', '/agent', { times: 1.5 }]],
  ['fail(error): expected an Error', ['GET', '/agent', { error: 'refused' }]],
  ['fail(error): expected no status and no body beside it', ['GET', '/agent', { error: new Error('x'), status: 500 }]],
  ['fail(body): expected JSON', ['GET', '/agent', { body: 5n }]],
  ['fail(body): expected JSON', ['GET', '/agent', { body: () => 'x' }]],
])('refuses at once: %s', async ([message, [method, path, options]]) => {
  const opencode = fakeOpencode()
  const attempt = (): void => opencode.fail(untyped(method), untyped(path), untyped(options))
  expect(attempt).toThrow(message)
  expect(await statusOf(opencode, '/agent')).toBe(200)
})
