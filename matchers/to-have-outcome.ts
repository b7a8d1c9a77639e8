import { InvalidOptionError } from '../src/errors.ts'
import type { Outcome } from '../src/model/run-result.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareRun } from './compare-run.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveOutcome'

/** An outcome, or an asymmetric matcher for one. Null: the run has not ended, or nothing says how. */
export type ExpectedOutcome = Outcome | null | AsymmetricMatcher

/** Passes when the run ended with `expected`. Throws InvalidOptionError for a name that is no outcome, and for a value that is no run. */
export function toHaveOutcome(this: MatcherContext, received: unknown, expected: ExpectedOutcome): MatcherResult {
  checkOutcome(expected)
  const run = receivedRun(matcher, received)
  return compareRun(this, run, {
    matcher,
    argument: 'outcome',
    field: 'outcome',
    pass: this.equals(run.outcome, expected, this.customTesters),
    actual: run.outcome,
    expected,
  })
}

function checkOutcome(expected: unknown): void {
  if (expected === null || expected === 'succeeded' || expected === 'failed' || expected === 'interrupted') return
  if (isAsymmetricMatcher(expected)) return
  throw new InvalidOptionError({
    path: `${matcher} outcome`,
    expected: "'succeeded', 'failed', 'interrupted', null or an asymmetric matcher",
    received: expected,
  })
}
