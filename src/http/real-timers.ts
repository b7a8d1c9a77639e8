import { clearInterval, setImmediate, setInterval, setTimeout } from 'node:timers'

/**
 * Timers that a test cannot fake. For what must go on whatever the test does to its clock: heartbeats, and the turn of the event
 * loop in which a server's answer leaves before the work behind it begins (design, "Time").
 */

/** Resolves in the next turn of the event loop. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** Calls `tick` every `ms`, without keeping the process alive, until the returned function is called. */
export function every(ms: number, tick: () => void): () => void {
  const timer = setInterval(tick, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** Resolves after `ms` of real time. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
