import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt } from '../opencode/api.ts'

test('records each request as it came: method, path, query, headers and body', async () => {
  const opencode = fakeOpencode()
  const headers = { 'X-Custom': 'Yes', 'content-type': 'application/json' }
  await call(opencode, 'POST', '/session?directory=/there&x=%20', { title: 'x' }, { headers })
  await call(opencode, 'GET', '/session')
  expect(opencode.requests).toMatchObject([
    {
      method: 'POST',
      path: '/session',
      query: 'directory=/there&x=%20',
      headers: { 'x-custom': 'Yes', 'content-type': 'application/json', host: 'localhost:4096' },
      body: { title: 'x' },
      rawBody: '{"title":"x"}',
    },
    { method: 'GET', path: '/session', query: '', rawBody: '' },
  ])
  expect(opencode.requests[1]?.body).toBeUndefined()
})

test('records a body that is no JSON as its text', async () => {
  const opencode = fakeOpencode()
  await call(opencode, 'POST', '/session', '{not json')
  expect(opencode.requests).toMatchObject([{ body: undefined, rawBody: '{not json' }])
})

test('records requests that are refused, unknown, failing, or of a client that leaves', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'x', cut: 'hang' }] })
  opencode.fail('GET', '/agent')
  opencode.fail('GET', '/mcp', { error: new Error('refused') })
  const session = await createSession(opencode)
  await call(opencode, 'POST', `/session/${session}/message`, {})
  await call(opencode, 'GET', '/no/such/route')
  await call(opencode, 'GET', '/agent')
  await expect(call(opencode, 'GET', '/mcp')).rejects.toThrow('refused')
  const client = new AbortController()
  const prompted = prompt(opencode, session, 'hi', {}, { signal: client.signal })
  await opencode.waitForPrompt(1)
  client.abort()
  await expect(prompted).rejects.toThrow('abort')
  expect(opencode.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /session',
    `POST /session/${session}/message`,
    'GET /no/such/route',
    'GET /agent',
    'GET /mcp',
    `POST /session/${session}/message`,
  ])
})

test.for<[header: string, value: string, recorded: string]>([
  ['authorization', 'Bearer sk-1234', 'Bearer [redacted]'],
  ['Authorization', 'Basic b3BlbmNvZGU6cHc=', 'Basic [redacted]'],
  ['authorization', 'sk-1234', '[redacted]'],
  ['x-api-key', 'sk-1234', '[redacted]'],
  ['x-api-key', 'two words', '[redacted]'],
  ['api-key', 'sk-1234', '[redacted]'],
  ['cookie', 'session=secret; other=secret', '[redacted]'],
  ['proxy-authorization', 'Basic secret', 'Basic [redacted]'],
])('records the header %s: %s as %s', async ([header, value, recorded]) => {
  const opencode = fakeOpencode()
  await call(opencode, 'GET', '/session', undefined, { headers: { [header]: value } })
  expect(opencode.requests[0]?.headers[header.toLowerCase()]).toBe(recorded)
})

test('records no key that stands in a query', async () => {
  // facts/opencode-1x.md section 9: `?auth_token=<base64>` is a password
  const opencode = fakeOpencode()
  await call(opencode, 'GET', '/session?directory=/a&auth_token=b3BlbmNvZGU6cHc%3D&limit=1')
  expect(opencode.requests[0]?.query).toBe('directory=/a&auth_token=[redacted]&limit=1')
})
