import { compareRun } from './compare-run.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText, matchesText } from './matches-text.ts'
import { printText } from './print-text.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveReasoning'

/**
 * Passes when the model thought `expected` in the run's last step: a string is the whole reasoning, '' where there was none; a RegExp or
 * an asymmetric matcher may speak of a part. Throws InvalidOptionError for another type, and for a value that is no run.
 */
export function toHaveReasoning(this: MatcherContext, received: unknown, expected: ExpectedText): MatcherResult {
  checkExpectedText(`${matcher} expected`, expected)
  const run = receivedRun(matcher, received)
  return compareRun(this, run, {
    matcher,
    argument: 'expected',
    field: 'reasoning',
    pass: matchesText(this, run.reasoning, expected),
    actual: run.reasoning,
    expected,
    print: printText,
  })
}
