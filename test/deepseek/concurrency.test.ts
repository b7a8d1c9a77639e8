import { fakeDeepSeek, turn } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { chat, post } from './ask.ts'
import { reading } from './reading.ts'

afterEach(() => vi.useRealTimers())

const stall = turn({ text: 'Hi', cut: 'hang' })
const message =
  'Too many requests. Your current concurrency is 3, which exceeds your concurrency limit of 2 based on your remaining balance. Please top up your balance to restore your concurrency.'

test('one request more than the limit is 429, with nothing that says when to retry', async () => {
  const deepseek = fakeDeepSeek([stall, stall, 'Hi'], { concurrency: 2 })
  const first = new AbortController()
  const open = [
    reading(await post(deepseek, chat({ stream: true }), { signal: first.signal })),
    reading(await post(deepseek, chat({ stream: true }))),
  ]
  const refused = await post(deepseek)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({
    error: { message, type: 'rate_limit_error', param: null, code: 'invalid_request_error' },
  })
  expect([...refused.headers.keys()].filter((name) => /retry|ratelimit/.test(name))).toEqual([])
  expect(deepseek).toMatchObject({ count: 3, remaining: 1, misses: [] })
  // A client that leaves makes room.
  first.abort()
  await open[0]?.ended
  expect((await post(deepseek)).status).toBe(200)
})

test('an answer makes room when its last byte is out', async () => {
  const deepseek = fakeDeepSeek(['one', 'two', turn({ status: 500 }), 'four'], { concurrency: 1 })
  for (const status of [200, 200, 500, 200]) {
    const response = await post(deepseek, chat({ stream: true }))
    expect(response.status).toBe(status)
    await response.text()
  }
})

test('a request that waits for its headers is under way', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', delayBeforeHeaders: 1000 }), 'two'], { concurrency: 1 })
  const slow = post(deepseek)
  await deepseek.waitForRequest()
  expect((await post(deepseek)).status).toBe(429)
  await vi.advanceTimersByTimeAsync(1000)
  await (await slow).text()
  expect((await post(deepseek)).status).toBe(200)
})

test('connections that fail and requests that are refused make room', async () => {
  const deepseek = fakeDeepSeek([turn({ refuse: true }), 'Hi'], { concurrency: 1 })
  await expect(post(deepseek)).rejects.toThrow('ECONNREFUSED')
  expect((await post(deepseek, chat({ model: 'none' }))).status).toBe(400)
  expect((await post(deepseek)).status).toBe(200)
})

test('without a limit, a hundred are answered at once and no listener is too many', async () => {
  const warned = vi.fn()
  process.on('warning', warned)
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', cut: 'hang', repeat: 100 })])
  const open = await Promise.all(
    Array.from({ length: 100 }, async () => reading(await post(deepseek, chat({ stream: true })))),
  )
  await Promise.all(open.map((stream) => stream.until((text) => text.includes('"Hi"'))))
  await deepseek.close()
  await Promise.all(open.map(({ ended }) => ended))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', warned)
  expect(deepseek.requests.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(warned).not.toHaveBeenCalled()
})
