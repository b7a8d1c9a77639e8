import { fakeDeepSeek } from 'opencode-testing'
import { expect, test } from 'vitest'
import { chat, post } from './ask.ts'

const get = { method: 'GET' }

test.for(['/models', '/v1/models'])('lists the models of 2026-11 with their limits on %s', async (path) => {
  const response = await post(fakeDeepSeek(), '', { ...get, path })
  const common = {
    object: 'model',
    owned_by: 'deepseek',
    context_window: 1_048_576,
    max_output_tokens: 393_216,
    output_modalities: ['text'],
    effort: { supported_levels: ['low', 'high', 'max'], default_level: 'high' },
    api_capabilities: {},
  }
  expect(await response.json()).toEqual({
    object: 'list',
    data: [
      { ...common, id: 'deepseek-flash', name: 'deepseek-flash', input_modalities: ['text', 'image'] },
      { ...common, id: 'deepseek-v4-pro', name: 'deepseek-v4-pro', input_modalities: ['text'] },
    ],
  })
})

test.for(['2025-12', '2025-09'] as const)('lists the ids alone in %s', async (profile) => {
  const response = await post(fakeDeepSeek([], { profile }), '', { ...get, path: '/models' })
  expect(await response.json()).toEqual({
    object: 'list',
    data: [
      { id: 'deepseek-chat', object: 'model', owned_by: 'deepseek' },
      { id: 'deepseek-reasoner', object: 'model', owned_by: 'deepseek' },
    ],
  })
})

test('tells a balance in strings', async () => {
  const response = await post(fakeDeepSeek(), '', { ...get, path: '/user/balance' })
  expect(await response.json()).toEqual({
    is_available: true,
    balance_infos: [
      { currency: 'USD', total_balance: '110.00', granted_balance: '10.00', topped_up_balance: '100.00' },
    ],
  })
})

test.for(['/chat/completions', '/v1/chat/completions', '/beta/chat/completions'])('answers on %s', async (path) => {
  const deepseek = fakeDeepSeek(['Hi'])
  const response = await post(deepseek, chat(), { path })
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] })
  expect(deepseek.misses).toEqual([])
})

test.for([
  ['POST', '/completions'],
  ['POST', '/v2/chat/completions'],
  ['GET', '/chat/completions'],
  ['POST', '/chat/completions/'],
  ['POST', '/models'],
  ['GET', '/beta/models'],
  ['GET', '/user/balance/'],
  ['DELETE', '/files/file-api-1'],
] as const)('%s %s is not found, and a miss', async ([method, path]) => {
  const deepseek = fakeDeepSeek(['Hi'])
  const response = await post(deepseek, chat(), { method, path })
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ error_msg: 'Not Found. Please check the configuration.' })
  expect(deepseek.misses).toMatchObject([
    { kind: 'route', message: `${method} ${path} is no endpoint of this fake`, request: { method, path, status: 404 } },
  ])
  expect(deepseek).toMatchObject({ count: 0, remaining: 1, prompts: [] })
})

test('HEAD without a key has a length of 31 bytes and no body', async () => {
  const deepseek = fakeDeepSeek()
  const response = await post(deepseek, '', { method: 'HEAD', path: '/', headers: { authorization: undefined } })
  expect(response.status).toBe(401)
  expect(response.headers.get('content-length')).toBe('31')
  expect(await response.text()).toBe('')
  expect(deepseek.lastRequest).toMatchObject({ method: 'HEAD', path: '/', status: 401 })
})

test.for([
  ['a stream', chat({ stream: true }), {}, 'text/event-stream; charset=utf-8'],
  ['an answer', chat(), {}, 'application/json'],
  ['a refusal', '{}', {}, 'application/json'],
  ['a refusal without a key', '{}', { headers: { authorization: undefined } }, 'text/plain'],
  ['the models', '', { path: '/models', method: 'GET' }, 'application/json'],
] as const)('%s has a trace id of its own, and no request id', async ([, body, options, type]) => {
  const deepseek = fakeDeepSeek(['one', 'two'])
  const first = await post(deepseek, body, options)
  const second = await post(deepseek, body, options)
  const ids = [first, second].map(({ headers }) => headers.get('x-ds-trace-id') ?? '')
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(new Set(ids).size).toBe(2)
  expect(first.headers.get('content-type')).toBe(type)
  for (const name of ['x-request-id', 'retry-after', 'x-ratelimit-limit-requests']) {
    expect(first.headers.has(name)).toBe(false)
  }
})
