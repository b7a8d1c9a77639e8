import { elideLines } from '../src/model/elide.ts'
import { readSettlements, type Settlements } from '../src/model/settlements.ts'
import { failureMessage } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { receivedEvents } from './received-events.ts'

const matcher = 'toHaveSettledOnce'

/**
 * Passes when every session that the events tell of came to rest exactly once: a list of events of any dialect, or what has one as
 * `events`, such as a run or a fake. The two idle bursts of an abort or a fatal error are one settlement
 * (facts/opencode-1x.md section 5); an idle without work before it is one more. Throws InvalidOptionError for a value without events.
 */
export function toHaveSettledOnce(this: MatcherContext, received: unknown): MatcherResult {
  const sessions = readSettlements(receivedEvents(matcher, received).map(({ raw }) => raw))
  const { isNot = false, utils } = this
  const counts = sessions.map(({ sessionID, count }) => `${utils.printReceived(count)} of session ${sessionID}`)
  return {
    pass: sessions.length > 0 && sessions.every(({ count }) => count === 1),
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'events',
        expected: '',
        rows: [
          ['Expected settlements', `${isNot ? 'not ' : ''}${utils.printExpected(1)} of each session`],
          ['Received settlements', counts.join(', ') || 'no session that worked'],
        ],
        sections: sessions.filter(({ count }) => isNot || count !== 1).map(toSection),
      }),
  }
}

const toSection = ({ sessionID, course }: Settlements): string =>
  [
    `session ${sessionID}:`,
    ...elideLines(
      course.map((step) => `  ${step}`),
      20,
      '  ',
    ),
  ].join('\n')
