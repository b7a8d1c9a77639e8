import { checkInteger } from '../src/model/checks.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareRun } from './compare-run.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveSteps'

/** A number of steps, or an asymmetric matcher for one. */
export type ExpectedCount = number | AsymmetricMatcher

/**
 * Passes when the run took `count` round-trips to the model. Throws InvalidOptionError for what is no number of steps, and for a value
 * that is no run.
 */
export function toHaveSteps(this: MatcherContext, received: unknown, count: ExpectedCount): MatcherResult {
  if (!isAsymmetricMatcher(count)) checkInteger(`${matcher} count`, count)
  const run = receivedRun(matcher, received)
  const steps = run.steps.length
  return compareRun(this, run, {
    matcher,
    argument: 'count',
    field: 'steps',
    pass: this.equals(steps, count, this.customTesters),
    actual: steps,
    expected: count,
  })
}
