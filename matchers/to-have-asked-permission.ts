import { InvalidOptionError } from '../src/errors.ts'
import { elideLines } from '../src/model/elide.ts'
import { readAsked } from '../src/wire/read-asked.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareFields } from './compare-fields.ts'
import { compareSubset } from './compare-subset.ts'
import { failureMessage, negation, type Row } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText } from './matches-text.ts'
import { nearestReport } from './nearest-report.ts'
import { printLine } from './print-line.ts'
import { receivedEvents } from './received-events.ts'

const matcher = 'toHaveAskedPermission'

/** The patterns that leave was asked for, item by item, or an asymmetric matcher for the list. */
export type ExpectedPatterns = readonly ExpectedText[] | AsymmetricMatcher

/**
 * Passes when leave was asked for `permission`, and for such patterns where they are given. Throws InvalidOptionError for expected values
 * of another type, and for a value without events.
 */
export function toHaveAskedPermission(
  this: MatcherContext,
  received: unknown,
  permission: ExpectedText,
  patterns?: ExpectedPatterns,
): MatcherResult {
  checkExpectedText(`${matcher} permission`, permission)
  checkPatterns(patterns)
  const asked = receivedEvents(matcher, received)
    .map(({ raw }) => readAsked(raw))
    .filter((ask) => ask?.kind === 'permission')
  const comparisons = asked.map((ask) =>
    compareFields({
      permission: compareSubset(this, 'permission', permission, ask.permission),
      ...(patterns !== undefined && { patterns: compareSubset(this, 'patterns', patterns, ask.patterns) }),
    }),
  )
  const { isNot = false, utils } = this
  const matching = asked.filter((_, index) => comparisons[index]?.differing.length === 0)
  const lines = (isNot ? matching : asked).map(
    (ask, index) => `${index + 1}. ${ask.permission} ${printLine(utils, ask.patterns)}`,
  )
  return {
    pass: matching.length > 0,
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: 'permission',
        options: patterns === undefined ? undefined : 'patterns',
        rows: [
          ['Expected permission', `${negation(this)}${utils.printExpected(permission)}`],
          ...(patterns === undefined ? [] : [['Expected patterns', printLine(utils, patterns)] satisfies Row]),
          ['Permissions asked', String(asked.length)],
        ],
        sections: [
          lines.length === 0 ? '' : [isNot ? 'Matching:' : 'Asked:', ...elideLines(lines, 20)].join('\n'),
          isNot
            ? ''
            : nearestReport(utils, comparisons, {
                name: (index) => asked[index]?.permission ?? '',
                decisive: ['permission'],
              }),
        ],
      }),
  }
}

function checkPatterns(patterns: unknown): void {
  if (patterns === undefined || isAsymmetricMatcher(patterns)) return
  const path = `${matcher} patterns`
  if (!Array.isArray(patterns)) {
    throw new InvalidOptionError({ path, expected: 'a list of patterns or an asymmetric matcher', received: patterns })
  }
  for (const [index, pattern] of patterns.entries()) checkExpectedText(`${path}[${index}]`, pattern)
}
