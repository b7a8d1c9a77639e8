// A second file of the same: with shared workers what the other left behind would be found here, and the other way round.
import * as testing from 'opencode-testing'
import * as ai from 'opencode-testing/ai'
import { expect, test, vi } from 'vitest'
import { scenarios } from '../scenarios.cjs'

const timers = {
  fake: () => vi.useFakeTimers(),
  real: () => vi.useRealTimers(),
  advance: (ms) => vi.advanceTimersByTimeAsync(ms),
}

scenarios({ test, expect, testing, ai, timers, printsDiff: true })
