import { fakeOpencode, httpError, toolCall } from 'opencode-testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { courseOf, createSession, prompt } from '../api.ts'
import { turns } from '../until.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a series of retries is waited for on the test’s clock: 2, 4, 8, 16 and 32 s', async () => {
  // facts/opencode-1x.md section 7
  const opencode = fakeOpencode({ script: [...Array.from({ length: 5 }, () => httpError(503)), 'after all'] })
  const prompted = prompt(opencode, await createSession(opencode), 'hi')
  const waits: number[] = []
  for (const ms of [2000, 4000, 8000, 16_000, 32_000]) {
    await turns()
    const { status } = opencode.events.at(-1)?.properties ?? {}
    waits.push(Object(status).next - Date.now())
    await vi.advanceTimersByTimeAsync(ms - 1)
    await turns()
    expect(courseOf(opencode.events).at(-1)).toBe(`retry ${waits.length}`)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000])
  expect((await prompted).status).toBe(200)
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

test('a fifth retry that fails too is the last: the turn fails', async () => {
  const opencode = fakeOpencode({ script: Array.from({ length: 6 }, () => httpError(503)) })
  const prompted = prompt(opencode, await createSession(opencode), 'hi')
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await turns()
    await vi.advanceTimersToNextTimerAsync()
  }
  await prompted
  expect(courseOf(opencode.events).slice(-4)).toEqual(['error APIError', 'idle', 'completed APIError', 'idle'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a tool with a delay takes that long on the test’s clock, and the turn goes on behind it', async () => {
  const opencode = fakeOpencode({
    script: [{ toolCalls: [toolCall('bash', { command: 'make' }, { output: 'made\n', delay: 90_000 })] }, 'made it'],
  })
  const prompted = prompt(opencode, await createSession(opencode), 'hi')
  await turns()
  await vi.advanceTimersByTimeAsync(89_999)
  await turns()
  expect(courseOf(opencode.events)).toEqual(['busy', 'busy'])
  await vi.advanceTimersByTimeAsync(1)
  await prompted
  expect(opencode.lastRun?.toolCalls).toMatchObject([{ name: 'bash', status: 'completed', output: 'made\n' }])
  expect(opencode.lastRun?.text).toBe('made it')
})

test('a command that takes longer than the timeout of its call is stopped then', async () => {
  // captures/1.18.33-probed/05h-bash-exit-3-and-timeout.json
  const call = toolCall('bash', { command: 'make', timeout: 500 }, { output: 'begun\n', delay: 90_000 })
  const opencode = fakeOpencode({ script: [{ toolCalls: [call] }, 'it took too long'] })
  const prompted = prompt(opencode, await createSession(opencode), 'hi')
  await turns()
  await vi.advanceTimersByTimeAsync(500)
  await prompted
  expect(opencode.lastRun?.toolCalls[0]?.output).toMatch(
    /^begun\n\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 500 ms\./,
  )
})
