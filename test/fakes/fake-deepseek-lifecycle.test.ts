import { fakeDeepSeek, turn, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { chat, post } from '../deepseek/ask.ts'
import { refusalOf, untyped } from '../opencode/bad-option.ts'

const asking = (content: string, fields: object = {}): object =>
  chat({ messages: [{ role: 'user', content }], ...fields })

test('a request that outruns the script gets an empty turn that stops, and is a miss', async () => {
  const deepseek = fakeDeepSeek(['one'])
  await post(deepseek, asking('first'))
  const response = await post(deepseek, asking('second'))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    choices: [{ message: { content: '' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  })
  expect(deepseek.misses).toMatchObject([{ kind: 'script', request: { number: 2, turn: undefined } }])
  expect(deepseek.misses[0]?.message).toBe(
    "request 2 (last message 'second') has no turn left in the script, 1 turn was scripted; add one, or end the loop before it",
  )
})

test("with exhausted: 'error' it is a 400 that names the request and the script", async () => {
  const deepseek = fakeDeepSeek([], { exhausted: 'error' })
  const response = await post(deepseek, asking('first'))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: {
      message: "fakeDeepSeek: request 1 (last message 'first') has no turn left in the script, 0 turns were scripted",
    },
  })
  expect(deepseek.misses).toHaveLength(1)
})

test.for<[name: string, reply: Reply, message: string]>([
  [
    'throws',
    () => {
      throw new Error('no such city')
    },
    'the script itself failed: no such city',
  ],
  [
    'gives what is no Reply',
    () => untyped(5),
    'the script itself failed: turns[0] (what its function gave): expected a Reply',
  ],
  [
    'has a `when` that throws',
    turn({
      when: () => {
        throw new Error('when?')
      },
    }),
    'the script itself failed: when?',
  ],
])('a script that %s is a miss and a 400, which no client retries', async ([, reply, message]) => {
  const deepseek = fakeDeepSeek([reply])
  const response = await post(deepseek)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } })
  expect(deepseek.misses).toMatchObject([{ kind: 'script', message: expect.stringContaining(message) }])
})

test('waits for the nth request for the model', async () => {
  const deepseek = fakeDeepSeek(['one', 'two'])
  const second = deepseek.waitForRequest(2)
  await post(deepseek, '', { method: 'GET', path: '/models' })
  await post(deepseek, asking('first'))
  await post(deepseek, asking('second'))
  expect(await second).toMatchObject({ number: 2, messages: [{ content: 'second' }] })
  expect(await deepseek.waitForRequest()).toMatchObject({ number: 1 })
})

test('tells who waits that the fake closed, or was reset', async () => {
  const deepseek = fakeDeepSeek()
  const first = deepseek.waitForRequest()
  deepseek.reset()
  await expect(first).rejects.toThrow('fakeDeepSeek closed before request 1')
  const second = deepseek.waitForRequest(2)
  await deepseek.close()
  await expect(second).rejects.toThrow('fakeDeepSeek closed before request 2')
  expect(refusalOf(() => void deepseek.waitForRequest(0)).path).toBe('waitForRequest(n)')
})

test('keeps the newest records, and counts all the same', async () => {
  const deepseek = fakeDeepSeek(['one'], { record: 2 })
  for (const content of ['first', 'second', 'third', 'fourth']) await post(deepseek, asking(content))
  expect(deepseek.requests.map(({ number }) => number)).toEqual([3, 4])
  expect(deepseek.misses).toHaveLength(2)
  expect(deepseek).toMatchObject({ count: 4, prompts: ['third', 'fourth'] })
  await expect(deepseek.waitForRequest(1)).rejects.toThrow('keeps no record of request 1')
})

test('starts over on a reset, with options over the old ones', async () => {
  const once = (function* () {
    yield 'one'
    yield 'two'
  })()
  const deepseek = fakeDeepSeek(once, { apiKey: 'sk-old' })
  deepseek.script('three')
  deepseek.session('ses_1').script('four')
  await post(deepseek, chat(), { headers: { authorization: 'Bearer sk-old' } })
  await post(deepseek, chat(), { path: '/none' })
  deepseek.reset({ apiKey: 'sk-new' })
  expect(deepseek).toMatchObject({ count: 0, remaining: 2, requests: [], misses: [], prompts: [] })
  expect(deepseek.lastRequest).toBeUndefined()
  expect(deepseek.clientOptions().apiKey).toBe('sk-new')
  const response = await post(deepseek, chat(), { headers: { authorization: 'Bearer sk-new' } })
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'one' } }] })
})

test('keeps its base URL on a reset, and stays as it is when one is refused', () => {
  const deepseek = fakeDeepSeek(['one'])
  deepseek.reset(untyped({ baseUrl: 'https://other.test' }))
  expect(deepseek.url).toBe('https://api.deepseek.com')
  expect(refusalOf(() => deepseek.reset({ concurrency: 0 })).path).toBe('concurrency')
  expect(refusalOf(() => deepseek.reset(untyped(5))).path).toBe('reset(options)')
  expect(deepseek.remaining).toBe(1)
})

test('gives its origin back when it closes, and keeps its records', async () => {
  const below = fakeDeepSeek(['below'])
  const deepseek = fakeDeepSeek(['above'])
  await post(deepseek, chat(), { fetch })
  await deepseek.close()
  await deepseek.close()
  expect(deepseek.prompts).toEqual(['Hi'])
  await expect(post(deepseek)).rejects.toThrow('this fakeDeepSeek is closed; it was closed.')
  await post(deepseek, chat(), { fetch })
  expect(below.count).toBe(1)
  await below[Symbol.asyncDispose]()
  await expect(post(below, chat(), { fetch })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no fakeDeepSeek is open here; it was closed.') },
  })
})

test('listens on one port, whoever asks and however often', async () => {
  const deepseek = fakeDeepSeek(['one', 'two'])
  const urls = await Promise.all([deepseek.listen(), deepseek.listen(), deepseek.listen()])
  expect(new Set([...urls, deepseek.url]).size).toBe(1)
  expect(urls[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  // The base URL still reaches it.
  const headers = { authorization: 'Bearer k' }
  const body = JSON.stringify(chat())
  await fetch('https://api.deepseek.com/chat/completions', { method: 'POST', headers, body })
  expect(deepseek.count).toBe(1)
})

test('closes a port that it is just opening, and opens none afterwards', async () => {
  const deepseek = fakeDeepSeek()
  const opening = deepseek.listen()
  await deepseek.close()
  await expect(fetch(await opening)).rejects.toThrow('fetch failed')
  await expect(deepseek.listen()).rejects.toThrow('this fakeDeepSeek cannot listen any more: it was closed')
})

test('can listen elsewhere when a port is taken', async () => {
  const first = fakeDeepSeek()
  const port = Number(new URL(await first.listen()).port)
  const second = fakeDeepSeek([], { baseUrl: 'https://gateway.test' })
  await expect(second.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(second.url).toBe('https://gateway.test')
  expect(await second.listen()).not.toBe(first.url)
})

const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length

test('leaves no socket behind', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', delayChunk: 100_000 }), turn({ cut: 'hang', keepAlive: 100_000 })])
  await deepseek.listen()
  const answers = [
    await post(deepseek, chat({ stream: true }), { fetch }),
    await post(deepseek, chat({ stream: true }), { fetch }),
  ]
  expect(sockets()).toBeGreaterThan(0)
  const ended = Promise.allSettled(answers.map((response) => response.text()))
  await deepseek.close()
  await ended
  await expect.poll(sockets).toBe(0)
})
