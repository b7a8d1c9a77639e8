const { queueMicrotask } = globalThis

/** What takes the place of a faked `queueMicrotask`. */
const kept: typeof queueMicrotask = (task) => queueMicrotask(task)

/**
 * Takes `queueMicrotask` back from fake timers. undici finishes a request in microtasks of the global function, and nothing advances a clock
 * for those: with Jest's default `useFakeTimers()` fetch would never answer in jsdom, nor anywhere where undici's own is used
 * (facts/undici-and-runners.md section 4). The other timers stay faked.
 */
export function keepMicrotasks(): void {
  const current = globalThis.queueMicrotask
  if (current === queueMicrotask || current === kept || !('clock' in current)) return
  // With the fake's own properties, by which the fake timers know later what they have to put back.
  globalThis.queueMicrotask = Object.assign(kept, current)
}
