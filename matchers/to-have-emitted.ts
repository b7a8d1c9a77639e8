import { elideLines } from '../src/model/elide.ts'
import { emittedTypes } from './emitted-types.ts'
import { checkProperties, compareEvent, type ExpectedProperties } from './expected-event.ts'
import { failureMessage, negation, type Row } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText } from './matches-text.ts'
import { nearestReport } from './nearest-report.ts'
import { printLine } from './print-line.ts'
import { receivedEvents } from './received-events.ts'

const matcher = 'toHaveEmitted'

/**
 * Passes when an event of this type was emitted, with such properties where they are given: of objects the fields that are named, of lists
 * each item, strings whole. Takes a list of events of any dialect, or what has one as `events`. Throws InvalidOptionError for expected
 * values of another type, and for a value without events.
 */
export function toHaveEmitted(
  this: MatcherContext,
  received: unknown,
  type: ExpectedText,
  properties?: ExpectedProperties,
): MatcherResult {
  checkExpectedText(`${matcher} type`, type)
  checkProperties(`${matcher} properties`, properties)
  const expected = properties === undefined ? { type } : { type, properties }
  const events = receivedEvents(matcher, received)
  const comparisons = events.map(({ envelope }) => compareEvent(this, expected, envelope))
  const matching = events.flatMap((event, index) =>
    comparisons[index]?.differing.length === 0 ? [{ event, index }] : [],
  )
  const { isNot = false, utils } = this
  return {
    pass: matching.length > 0,
    // No `actual` and `expected`: the message has its own diff, of the nearest event alone.
    message: () => {
      const ofType = comparisons.some(({ differing }) => !differing.includes('type'))
      const lines = matching.map(
        ({ event: { envelope }, index }) => `${index + 1}. ${envelope.type} ${printLine(utils, envelope.props, 140)}`,
      )
      return failureMessage(this, {
        matcher,
        received: 'events',
        expected: 'type',
        options: properties === undefined ? undefined : 'properties',
        rows: [
          ['Expected type', `${negation(this)}${utils.printExpected(type)}`],
          ...(properties === undefined ? [] : [['Expected properties', printLine(utils, properties)] satisfies Row]),
          ['Events', String(events.length)],
        ],
        sections: [
          isNot ? ['Matching:', ...elideLines(lines, 20)].join('\n') : '',
          isNot || !ofType
            ? ''
            : nearestReport(utils, comparisons, {
                name: (index) => events[index]?.envelope.type ?? '',
                decisive: ['type'],
              }),
          isNot || ofType ? '' : emittedTypes(events),
        ],
      })
    },
  }
}
