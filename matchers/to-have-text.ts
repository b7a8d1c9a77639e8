import { compareRun } from './compare-run.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText, matchesText } from './matches-text.ts'
import { printText } from './print-text.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveText'

/**
 * Passes when the run's last text is `expected`: a string is the whole text, '' where the last step wrote none; a RegExp or an asymmetric
 * matcher may speak of a part. Throws InvalidOptionError for another type, and for a value that is no run.
 */
export function toHaveText(this: MatcherContext, received: unknown, expected: ExpectedText): MatcherResult {
  checkExpectedText(`${matcher} expected`, expected)
  const run = receivedRun(matcher, received)
  return compareRun(this, run, {
    matcher,
    argument: 'expected',
    field: 'text',
    pass: matchesText(this, run.text, expected),
    actual: run.text,
    expected,
    print: printText,
  })
}
