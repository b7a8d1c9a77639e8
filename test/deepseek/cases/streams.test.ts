import { fakeDeepSeek, turn } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { brokenBy } from './agent.ts'
import { readAnswer } from './reader.ts'

afterEach(() => vi.useRealTimers())

// deepseek-ai/DeepSeek-V3#1608: a stream that falls silent in its reasoning, on an open connection.

const stalled = turn({ reasoning: 'a b c d e f', chunks: 6, cut: { after: 5, how: 'hang' } })

test('a client with a timeout between chunks leaves a stream that stalls', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([stalled])
  const answer = brokenBy(readAnswer(deepseek, { patience: 30_000 }))
  await deepseek.waitForRequest()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await answer).toBe('the stream stalled')
  await expect.poll(() => deepseek.lastRequest?.hungUp).toEqual({ after: 5 })
})

test('a client without one never ends', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([stalled])
  const ended = vi.fn()
  const answer = brokenBy(readAnswer(deepseek)).finally(ended)
  await deepseek.waitForRequest()
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(ended).not.toHaveBeenCalled()
  expect(deepseek.lastRequest).toMatchObject({ hungUp: undefined, answered: false })
  await deepseek.close()
  await answer
})

// CopilotChat.nvim#944, langchaingo#1171: comments that keep the connection alive.

const waiting = turn({ text: 'It is sunny.', delayFirst: 40_000, delayChunk: 25_000, keepAlive: 10_000 })

test('a client that knows comments reads a slow answer, and its patience starts anew with each', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([waiting])
  const answer = readAnswer(deepseek, { patience: 15_000 })
  await deepseek.waitForRequest()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await answer).toBe('It is sunny.')
})

test('a client that takes comments for data fails at the first', async () => {
  vi.useFakeTimers()
  const deepseek = fakeDeepSeek([waiting])
  const answer = brokenBy(readAnswer(deepseek, { knowsComments: false }))
  await deepseek.waitForRequest()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toMatch(/JSON/)
})

// openai-node#1292, oh-my-pi#8563: a clean end before the finish reason.

const truncated = turn({ text: 'It is sunny.', chunks: ['It ', 'is ', 'su', 'nny.'], cut: { after: 3, how: 'end' } })

test('a client that wants a finish reason reports an answer that broke off', async () => {
  const deepseek = fakeDeepSeek([truncated])
  expect(await brokenBy(readAnswer(deepseek))).toBe("the answer broke off behind 'It is su'")
})

test('a client that does not takes a part for the whole', async () => {
  const deepseek = fakeDeepSeek([truncated])
  expect(await readAnswer(deepseek, { wantsFinish: false })).toBe('It is su')
  expect(deepseek.lastRequest?.answered).toBe(false)
})

// agenc-core#2492: a proxy that appends plain text and closes cleanly.

test('plain text behind the frames breaks a client that parses all it gets', async () => {
  const rawFrames = ['upstream error: read ECONNRESET\n']
  const deepseek = fakeDeepSeek([turn({ text: 'It is', rawFrames, omitFinish: true, omitDone: true })])
  expect(await brokenBy(readAnswer(deepseek))).toMatch(/JSON/)
})
