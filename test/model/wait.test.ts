import { getEventListeners } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { wait, waitForAbort } from '../../src/model/wait.ts'

afterEach(() => {
  vi.useRealTimers()
})

test("waits on the test's timers", async () => {
  vi.useFakeTimers()
  const done = vi.fn<() => void>()
  const waited = wait(1000, new AbortController().signal).then(done)
  await vi.advanceTimersByTimeAsync(999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waited
  expect(done).toHaveBeenCalledOnce()
})

test('waits for no timer when there is nothing to wait for', async () => {
  vi.useFakeTimers()
  await wait(0, new AbortController().signal)
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects with the reason of an abort, and leaves no timer behind', async () => {
  vi.useFakeTimers()
  const client = new AbortController()
  const waited = wait(1000, client.signal)
  client.abort(new Error('enough'))
  await expect(waited).rejects.toThrow('enough')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects at once on a signal that aborted before', async () => {
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(wait(1000, signal)).rejects.toThrow('too late')
  await expect(wait(0, signal)).rejects.toThrow('too late')
  await expect(waitForAbort(signal)).rejects.toThrow('too late')
})

test('leaves no listener on the signal', async () => {
  const client = new AbortController()
  await wait(1, client.signal)
  expect(getEventListeners(client.signal, 'abort')).toHaveLength(0)
})

test('waits for an abort alone', async () => {
  const client = new AbortController()
  const waited = waitForAbort(client.signal)
  client.abort(new Error('now'))
  await expect(waited).rejects.toThrow('now')
})
