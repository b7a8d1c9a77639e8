import { fakeDeepSeek } from 'opencode-testing'
import { expect, test } from 'vitest'
import { chat, post } from './ask.ts'

const envelope = (message: string): object => ({
  error: { message, type: 'authentication_error', param: null, code: 'invalid_request_error' },
})

test.for([
  ['/chat/completions', 'POST'],
  ['/models', 'GET'],
  ['/user/balance', 'GET'],
] as const)('%s without a key is refused in 31 bytes of plain text', async ([path, method]) => {
  const deepseek = fakeDeepSeek(['Hi'])
  const response = await post(deepseek, chat(), { path, method, headers: { authorization: undefined } })
  expect(response.status).toBe(401)
  expect(await response.text()).toBe('Authentication Fails (governor)')
  expect(response.headers.get('content-length')).toBe('31')
  expect(deepseek.remaining).toBe(1)
  expect(deepseek.misses).toEqual([])
})

test.for(['Basic dXNlcjpwYXNz', 'sk-fake', 'Bearer', 'Bearer a b'])(
  'a key in another form, as %s, is refused',
  async (authorization) => {
    const deepseek = fakeDeepSeek(['Hi'])
    const response = await post(deepseek, chat(), { headers: { authorization } })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual(envelope('Authentication Fails (auth header format should be Bearer sk-...)'))
    expect(deepseek.remaining).toBe(1)
  },
)

test('a wrong key is refused, and told by its last four characters', async () => {
  const deepseek = fakeDeepSeek(['Hi'], { apiKey: 'sk-right' })
  const response = await post(deepseek, chat(), { headers: { authorization: 'Bearer sk-wrong-abcd' } })
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual(envelope('Authentication Fails, Your api key: ****abcd is invalid'))
  expect(deepseek.remaining).toBe(1)
})

test('takes the right key, and any where none is set', async () => {
  const strict = fakeDeepSeek(['Hi'], { apiKey: 'sk-right' })
  expect((await post(strict, chat(), { headers: { authorization: 'Bearer sk-right' } })).status).toBe(200)
  const lax = fakeDeepSeek(['Hi'])
  expect((await post(lax, chat(), { headers: { authorization: 'Bearer anything' } })).status).toBe(200)
})

test('checks the key before the body, and also without validation', async () => {
  const deepseek = fakeDeepSeek(['Hi'], { apiKey: 'sk-right', validate: false })
  const response = await post(deepseek, 'no JSON', { headers: { authorization: 'Bearer sk-no' } })
  expect(response.status).toBe(401)
})

test('keeps no key in a record', async () => {
  const deepseek = fakeDeepSeek(['Hi'], { apiKey: 'sk-secret-1' })
  const headers = {
    authorization: 'Bearer sk-secret-1',
    'x-api-key': 'sk-secret-2',
    'api-key': 'sk-secret-3',
    cookie: 'session=sk-secret-4',
    'proxy-authorization': 'Basic sk-secret-5',
  }
  await post(deepseek, chat(), { headers })
  await post(deepseek, chat(), { headers: { ...headers, authorization: 'sk-secret-6' } })
  await post(deepseek, chat(), { headers, path: '/unknown' })
  const records = JSON.stringify([deepseek.requests, deepseek.misses, deepseek.lastRequest])
  expect(records).not.toContain('sk-secret')
  expect(deepseek.requests.map(({ headers: kept }) => kept['authorization'])).toEqual([
    'Bearer [redacted]',
    '[redacted]',
    'Bearer [redacted]',
  ])
})
