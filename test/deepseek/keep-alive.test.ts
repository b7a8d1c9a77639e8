import { fakeDeepSeek, turn } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { chat, post } from './ask.ts'
import { done, frame, last, thinkingRole } from './frames.ts'
import { reading } from './reading.ts'

afterEach(() => vi.useRealTimers())

const hi = frame('{"content":"Hi ","reasoning_content":null}')
const you = frame('{"content":"you","reasoning_content":null}')

test('a stream sends comments while it waits', async () => {
  vi.useFakeTimers()
  const fields = { delayFirst: 25_000, delayChunk: 10_000, keepAlive: 10_000 }
  const deepseek = fakeDeepSeek([turn({ text: 'Hi you', chunks: ['Hi ', 'you'], ...fields })], { clock: 'fixed' })
  const stream = reading(await post(deepseek, chat({ stream: true })))
  await vi.advanceTimersByTimeAsync(9999)
  expect(stream.text()).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(stream.text()).toBe(': keep-alive\n\n')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(stream.text()).toBe(`: keep-alive\n\n: keep-alive\n\n${thinkingRole}${hi}`)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await stream.ended).toBe('ended')
  expect(stream.text()).toBe(`: keep-alive\n\n: keep-alive\n\n${thinkingRole}${hi}${you}${last()}${done}`)
})

test('an answer without a stream sends blank lines before its JSON', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', delayFirst: 25_000, keepAlive: 10_000 })])
  const stream = reading(await post(deepseek))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(stream.text()).toBe('\n\n')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await stream.ended).toBe('ended')
  expect(JSON.parse(stream.text())).toMatchObject({ choices: [{ message: { content: 'Hi' } }] })
})

test('a stall sends keep-alives until the client leaves', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([turn({ cut: 'hang', keepAlive: 10_000 })])
  const client = new AbortController()
  const stream = reading(await post(deepseek, chat({ stream: true }), { signal: client.signal }))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(stream.text()).toBe(': keep-alive\n\n'.repeat(60))
  client.abort()
  expect(await stream.ended).toMatchObject({ name: 'AbortError' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a wait can end in nothing but blank lines', async () => {
  vi.useFakeTimers()
  const fields = { delayFirst: 60_000, keepAlive: 20_000, cut: { after: 0, how: 'end' } } as const
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', ...fields })])
  const stream = reading(await post(deepseek))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await stream.ended).toBe('ended')
  expect(stream.text()).toBe('\n\n')
})
