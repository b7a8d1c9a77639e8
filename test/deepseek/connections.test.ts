import { fakeDeepSeek, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { chat, post } from './ask.ts'
import { reading } from './reading.ts'
import { transports } from './transports.ts'

test.for(transports)('over $name a refused connection fails before any header', async ({ open }) => {
  const deepseek = fakeDeepSeek([turn({ refuse: true }), 'Hi'])
  const fetch = await open(deepseek)
  await expect(post(deepseek, chat(), { fetch })).rejects.toThrow(Error)
  expect(deepseek.lastRequest).toMatchObject({
    status: undefined,
    turn: 'turns[0]',
    answered: false,
    hungUp: undefined,
  })
  const response = await post(deepseek, chat(), { fetch })
  expect(response.status).toBe(200)
})

test('a refused connection is ECONNREFUSED, as of a socket', async () => {
  const deepseek = fakeDeepSeek([turn({ refuse: true }), turn({ refuse: true })])
  await expect(post(deepseek)).rejects.toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' })
  await expect(post(deepseek, chat(), { fetch })).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNREFUSED' },
  })
})

test('an Error is the cause of the connection that fails', async () => {
  const error = new Error('getaddrinfo ENOTFOUND api.deepseek.com')
  const deepseek = fakeDeepSeek([error, () => error])
  await expect(post(deepseek, chat(), { fetch })).rejects.toMatchObject({ message: 'fetch failed', cause: error })
  await expect(post(deepseek)).rejects.toBe(error)
})

test('an Error over a port is a connection that breaks', async () => {
  const deepseek = fakeDeepSeek([new Error('no matter what')])
  await deepseek.listen()
  await expect(post(deepseek, chat(), { fetch })).rejects.toMatchObject({ message: 'fetch failed' })
})

test.for(transports)('over $name a client that leaves in the middle is seen', async ({ open }) => {
  const deepseek = fakeDeepSeek([turn({ text: 'a b c', cut: { after: 2, how: 'hang' } })])
  const response = await post(deepseek, chat({ stream: true }), { fetch: await open(deepseek) })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('"b "')) text += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  await expect.poll(() => deepseek.lastRequest?.hungUp).toEqual({ after: 2 })
  expect(deepseek.lastRequest).toMatchObject({ answered: false, usage: undefined })
})

test.for(transports)('over $name a client that leaves before the headers is seen', async ({ open }) => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', delayBeforeHeaders: 2 ** 31 - 1 })])
  const client = new AbortController()
  const asked = post(deepseek, chat(), { fetch: await open(deepseek), signal: client.signal })
  await deepseek.waitForRequest()
  client.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => deepseek.lastRequest?.hungUp).toEqual({ after: 0 })
  expect(deepseek.lastRequest).toMatchObject({ status: undefined, answered: false })
})

test.for(transports)('over $name a client that reads nothing and leaves is seen', async ({ open }) => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', cut: { after: 0, how: 'hang' } })], { concurrency: 1 })
  const response = await post(deepseek, chat({ stream: true }), { fetch: await open(deepseek) })
  await response.body?.cancel()
  await expect.poll(() => deepseek.lastRequest?.hungUp).toEqual({ after: 0 })
  // It is no longer under way.
  const next = await post(deepseek)
  expect(next.status).toBe(200)
})

test.for(transports)('over $name an answer that was read to its end has no hang-up', async ({ open }) => {
  const deepseek = fakeDeepSeek(['Hi'])
  const client = new AbortController()
  const options = { fetch: await open(deepseek), signal: client.signal }
  const response = await post(deepseek, chat({ stream: true }), options)
  await response.text()
  client.abort()
  await deepseek.close()
  expect(deepseek.lastRequest).toMatchObject({ answered: true, hungUp: undefined })
})

test.for(transports)('over $name closing breaks what is open, which is no hang-up', async ({ open }) => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', cut: 'hang' }), turn({ delayBeforeHeaders: 1_000_000 })])
  const fetch = await open(deepseek)
  const stream = reading(await post(deepseek, chat({ stream: true }), { fetch }))
  const waiting = post(deepseek, chat(), { fetch }).catch((error: unknown) => error)
  await deepseek.waitForRequest(2)
  await stream.until((text) => text.includes('"Hi"'))
  await deepseek.close()
  expect(await stream.ended).toBeInstanceOf(Error)
  expect(await waiting).toBeInstanceOf(Error)
  expect(deepseek.requests).toMatchObject([
    { answered: false, hungUp: undefined },
    { answered: false, hungUp: undefined },
  ])
})

test('a reset of the fake breaks what is open', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', cut: 'hang' })])
  const stream = reading(await post(deepseek, chat({ stream: true })))
  await stream.until((text) => text.includes('"Hi"'))
  deepseek.reset()
  expect(await stream.ended).toMatchObject({ message: 'fakeDeepSeek was closed' })
  expect(deepseek).toMatchObject({ count: 0, remaining: 1, requests: [] })
})
