import { afterEach, expect, test, vi } from 'vitest'
import { every, nextTurn, pause } from '../../src/http/real-timers.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('ticks, waits and takes a turn of the event loop whatever the test does to its timers', async () => {
  vi.useFakeTimers()
  const ticks: string[] = []
  await new Promise<void>((resolve) => {
    const stop = every(1, () => {
      ticks.push('tick')
      if (ticks.length < 3) return
      stop()
      resolve()
    })
  })
  await pause(5)
  await nextTurn()
  expect(ticks).toEqual(['tick', 'tick', 'tick'])
  expect(vi.getTimerCount()).toBe(0)
})
