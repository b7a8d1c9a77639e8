import { checkNumber } from '../src/model/checks.ts'
import { compareRun } from './compare-run.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { printUsd } from './print-usd.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveCostBelow'

/**
 * Passes when the run cost less than `usd`. Throws InvalidOptionError for a limit that is no number of USD >= 0, and for a value that is
 * no run.
 */
export function toHaveCostBelow(this: MatcherContext, received: unknown, usd: number): MatcherResult {
  checkNumber(`${matcher} usd`, usd, { unit: 'USD' })
  const run = receivedRun(matcher, received)
  const { pass, message } = compareRun(this, run, {
    matcher,
    argument: 'usd',
    field: 'cost',
    pass: run.cost < usd,
    actual: run.cost,
    expected: usd,
    print: printUsd,
    relation: 'below ',
  })
  // Without `actual` and `expected`: a diff of a cost and its limit says nothing.
  return { pass, message }
}
