import { checkKeys, checkNumber, checkRecord } from '../src/model/checks.ts'
import { formatUsd } from '../src/model/format-usd.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareRun } from './compare-run.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { printUsd } from './print-usd.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveCost'

/** USD, or an asymmetric matcher for them. */
export type ExpectedCost = number | AsymmetricMatcher

/** How near the cost must be: `within` USD, by default 1e-9, both ends included. It does not speak to an asymmetric matcher. */
export interface CostOptions {
  readonly within?: number
}

/**
 * Passes when the run cost `usd`. Throws InvalidOptionError for an amount that is no number of USD >= 0, for an unknown option,
 * and for a value that is no run.
 */
export function toHaveCost(
  this: MatcherContext,
  received: unknown,
  usd: ExpectedCost,
  options?: CostOptions,
): MatcherResult {
  if (!isAsymmetricMatcher(usd)) checkNumber(`${matcher} usd`, usd, { unit: 'USD' })
  const within = readWithin(options)
  const run = receivedRun(matcher, received)
  const { cost } = run
  return compareRun(this, run, {
    matcher,
    argument: 'usd',
    options: options && 'options',
    field: 'cost',
    pass: isAsymmetricMatcher(usd) ? this.equals(cost, usd, this.customTesters) : isWithin(cost, usd, within),
    actual: cost,
    expected: usd,
    print: printUsd,
    note: isAsymmetricMatcher(usd) ? '' : ` (within ${formatUsd(within)})`,
  })
}

function readWithin(options: unknown): number {
  if (options === undefined) return 1e-9
  const { within = 1e-9, ...others } = checkRecord(`${matcher} options`, options)
  checkKeys(`${matcher} options`, others, ['within'])
  return checkNumber(`${matcher} options.within`, within, { unit: 'USD' })
}

/** Sums of doubles are off by their last digits: 0.4 is within 0.1 of 0.3, although `0.4 - 0.3 > 0.1`. */
const isWithin = (cost: number, usd: number, within: number): boolean =>
  Math.abs(cost - usd) - within <= Number.EPSILON * Math.max(cost, usd)
