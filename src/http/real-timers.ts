import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers'

// Captured: in the CommonJS build an import is read at each call, and a mock of `node:timers` would be found there.
const immediate = setImmediate
const interval = setInterval
const stopInterval = clearInterval
const timeout = setTimeout
const stopTimeout = clearTimeout

/**
 * Timers that a test cannot fake. For what must go on whatever the test does to its clock: heartbeats, and the turn of the event
 * loop in which a server's answer leaves before the work behind it begins (design, "Time").
 */

/** Resolves in the next turn of the event loop. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    immediate(resolve)
  })

/** Calls `tick` every `ms`, without keeping the process alive, until the returned function is called. */
export function every(ms: number, tick: () => void): () => void {
  const timer = interval(tick, ms)
  timer.unref()
  return () => stopInterval(timer)
}

/** Resolves after `ms` of real time. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    timeout(resolve, ms)
  })

/** Calls `act` after `ms` of real time, unless the returned function is called before. */
export function after(ms: number, act: () => void): () => void {
  const timer = timeout(act, ms)
  return () => stopTimeout(timer)
}
