import { afterEach, expect, test, vi } from 'vitest'
import { fakeOpencode, runPrompt } from 'opencode-testing'
import { keepMicrotasks } from '../../src/network/keep-microtasks.ts'

const real = globalThis.queueMicrotask
afterEach(() => {
  vi.useRealTimers()
})

const runsTasks = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve))

test('a faked queueMicrotask runs its tasks again, and the timers stay faked', async () => {
  vi.useFakeTimers({ toFake: ['queueMicrotask', 'setTimeout'] })
  const fakeTimeout = globalThis.setTimeout
  keepMicrotasks()
  await runsTasks()
  expect(globalThis.setTimeout).toBe(fakeTimeout)
})

test('the fake timers put the real one back', () => {
  vi.useFakeTimers({ toFake: ['queueMicrotask'] })
  keepMicrotasks()
  vi.useRealTimers()
  expect(globalThis.queueMicrotask).toBe(real)
})

test('also a second time', async () => {
  for (let time = 1; time <= 2; time += 1) {
    vi.useFakeTimers({ toFake: ['queueMicrotask'] })
    keepMicrotasks()
    keepMicrotasks()
    await runsTasks()
    vi.useRealTimers()
    expect(globalThis.queueMicrotask).toBe(real)
  }
})

test('the real one, and one that is no fake timer, stay', () => {
  keepMicrotasks()
  expect(globalThis.queueMicrotask).toBe(real)
  const own: typeof queueMicrotask = (task) => real(task)
  vi.stubGlobal('queueMicrotask', own)
  keepMicrotasks()
  expect(globalThis.queueMicrotask).toBe(own)
})

test('a run comes to its end while everything Jest fakes by default is faked', async () => {
  vi.useFakeTimers({ toFake: ['queueMicrotask', 'setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance'] })
  const run = await runPrompt(fakeOpencode({ script: ['Hello there.'] }).url, 'Say hello')
  expect(run.text).toBe('Hello there.')
})
