import type { RunError, RunResult } from '../src/model/run-result.ts'
import { isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { checkExpectedError, compareError, type ExpectedError } from './expected-error.ts'
import { failureMessage, negation } from './failure-message.ts'
import { linesDiff } from './lines-diff.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { printLine } from './print-line.ts'
import { printLines } from './print-lines.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveFailedWith'

/**
 * Passes when the run failed, with an error as `expected`: a string is a part of its message, a RegExp matches in it, an object names the
 * fields that matter (`message` as just said, the others whole). A run that was interrupted did not fail. Throws InvalidOptionError for
 * what no error can have, and for a value that is no run.
 */
export function toHaveFailedWith(this: MatcherContext, received: unknown, expected: ExpectedError): MatcherResult {
  checkExpectedError(`${matcher} expected`, expected)
  const run = receivedRun(matcher, received)
  const { outcome, error } = run
  const comparison = error ? compareError(this, expected, error) : undefined
  return {
    pass: outcome === 'failed' && comparison?.differing.length === 0,
    message: () => {
      const { printReceived } = this.utils
      const isField = typeof expected === 'object' && !(expected instanceof RegExp) && !isAsymmetricMatcher(expected)
      const differs = comparison && comparison.differing.length > 0 && !this.isNot
      return failureMessage(this, {
        matcher,
        received: 'run',
        expected: 'expected',
        rows: [
          [`Expected ${isField ? 'error' : 'message'}`, `${negation(this)}${printLine(this.utils, expected)}`],
          ...(outcome === 'failed'
            ? []
            : ([
                ['Expected outcome', 'failed'],
                ['Received outcome', printReceived(outcome)],
              ] as const)),
          ['Received error', error ? printLine(this.utils, shown(error), 400) : 'none'],
        ],
        sections: [
          differs && isField
            ? linesDiff(printLines(this.utils, comparison.expected), printLines(this.utils, comparison.received))
            : '',
          transcript(run),
        ],
      })
    },
  }
}

const transcript = (run: RunResult): string => run.toString()

const shown = ({ name, type, message, status }: RunError): object => ({
  ...(name !== undefined && { name }),
  ...(type !== undefined && { type }),
  message,
  ...(status !== undefined && { status }),
})
