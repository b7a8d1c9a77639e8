import { InvalidOptionError } from '../src/errors.ts'
import type { Outcome } from '../src/model/run-result.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compared } from './compared.ts'
import { failureMessage } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { receivedRun } from './received-run.ts'
import { runReport } from './run-report.ts'

const matcher = 'toHaveOutcome'

/** An outcome, or an asymmetric matcher for one. Null: the run has not ended, or nothing says how. */
export type ExpectedOutcome = Outcome | null | AsymmetricMatcher

/** Passes when the run ended with `expected`. Throws InvalidOptionError for a name that is no outcome, and for a value that is no run. */
export function toHaveOutcome(this: MatcherContext, received: unknown, expected: ExpectedOutcome): MatcherResult {
  checkOutcome(expected)
  const run = receivedRun(matcher, received)
  const { isNot = false } = this
  const { printExpected, printReceived } = this.utils
  return {
    pass: this.equals(run.outcome, expected, this.customTesters),
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'run',
        expected: 'outcome',
        rows: [
          ['Expected outcome', `${isNot ? 'not ' : ''}${printExpected(expected)}`],
          ['Received outcome', printReceived(run.outcome)],
        ],
        sections: runReport(run),
      }),
    ...compared(this, run.outcome, expected),
  }
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
