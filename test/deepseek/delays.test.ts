import { fakeDeepSeek, toolCall, turn } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { chat, post } from './ask.ts'
import { reading } from './reading.ts'
import { transports } from './transports.ts'

afterEach(() => vi.useRealTimers())

const inProcess = transports.slice(0, 2)

test.for(inProcess)('over $name the delays run on fake timers', async ({ open }) => {
  vi.useFakeTimers()
  const delays = { delayBeforeHeaders: 1000, delayFirst: 500, delayChunk: 100 }
  const deepseek = fakeDeepSeek([turn({ text: 'a b c', ...delays })])
  const headers = vi.fn<(response: Response) => Response>((response) => response)
  const asked = post(deepseek, chat({ stream: true }), { fetch: await open(deepseek) }).then(headers)
  await vi.advanceTimersByTimeAsync(999)
  expect(headers).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const stream = reading(await asked)
  await vi.advanceTimersByTimeAsync(499)
  expect(stream.text()).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  await stream.until((text) => text.includes('"a "'))
  expect(stream.text()).not.toContain('"b "')
  await vi.advanceTimersByTimeAsync(100)
  await stream.until((text) => text.includes('"b "'))
  await vi.advanceTimersByTimeAsync(99)
  expect(stream.text()).not.toContain('"c"')
  await vi.advanceTimersByTimeAsync(1)
  expect(await stream.ended).toBe('ended')
})

test('an HTTP error waits for its headers too', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([turn({ status: 503, delayBeforeHeaders: 60_000 })])
  const asked = post(deepseek)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await asked).status).toBe(503)
})

test('each delta waits once, also where a block begins', async () => {
  vi.useFakeTimers()
  const blocks = { reasoning: 'r', text: 't', toolCalls: [toolCall('a', '{}'), toolCall('b', '')] }
  const deepseek = fakeDeepSeek([turn({ ...blocks, delayFirst: 10, delayChunk: 10 })])
  const stream = reading(await post(deepseek, chat({ stream: true })))
  // r, t, { and }: four deltas. The second call has none, and comes with the last.
  await vi.advanceTimersByTimeAsync(39)
  expect(stream.text()).not.toContain('"arguments":"}"')
  await vi.advanceTimersByTimeAsync(1)
  expect(await stream.ended).toBe('ended')
  expect(stream.text()).toContain('"name":"b"')
})

test('an empty turn waits for its first frame', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([turn({ delayFirst: 50 })])
  const stream = reading(await post(deepseek, chat({ stream: true })))
  await vi.advanceTimersByTimeAsync(49)
  expect(stream.text()).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(await stream.ended).toBe('ended')
})

test('an answer without a stream takes as long as its stream would', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([turn({ text: 'a b c', delayFirst: 500, delayChunk: 100 })])
  const stream = reading(await post(deepseek))
  await vi.advanceTimersByTimeAsync(699)
  expect(stream.text()).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(await stream.ended).toBe('ended')
})

test('without delays no timer is asked for', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([turn({ text: 'a b c', keepAlive: 10 })])
  await (await post(deepseek, chat({ stream: true }))).text()
  expect(vi.getTimerCount()).toBe(0)
})

test('a client that leaves takes its timers along', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([turn({ text: 'a b c', delayFirst: 1000 })])
  const client = new AbortController()
  const stream = reading(await post(deepseek, chat({ stream: true }), { signal: client.signal }))
  client.abort()
  await stream.ended
  expect(vi.getTimerCount()).toBe(0)
})
