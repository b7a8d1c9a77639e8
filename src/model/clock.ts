/** Where a fake's times come from. */
export interface Clock {
  /** Epoch ms. */
  now(): number
}

/** 2026-01-01T00:00:00.000Z */
const fixedStart = 1_767_225_600_000

/** `'real'`: `Date.now()`, so that fake timers drive it. `'fixed'`: the same start in every run, one ms a step. */
export function createClock(kind: 'real' | 'fixed'): Clock {
  if (kind === 'real') return { now: () => Date.now() }
  let steps = 0
  return {
    now: () => {
      steps += 1
      return fixedStart + steps
    },
  }
}
