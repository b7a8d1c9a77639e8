import { elideLines } from '../src/model/elide.ts'
import { isKnownEventType } from '../src/wire/is-known-event-type.ts'
import { failureMessage } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { printLine } from './print-line.ts'
import { receivedEvents } from './received-events.ts'

const matcher = 'toHaveOnlyKnownEvents'

/**
 * Passes when some supported version of opencode is known to send events of every type that came; it fails for none at all. Takes a list of
 * events of any dialect, or what has one as `events`. Throws InvalidOptionError for a value without events.
 */
export function toHaveOnlyKnownEvents(this: MatcherContext, received: unknown): MatcherResult {
  const events = receivedEvents(matcher, received)
  const unknown = events.flatMap(({ envelope }, index) =>
    isKnownEventType(envelope.type) ? [] : [{ envelope, index }],
  )
  const { isNot = false, utils } = this
  const lines = unknown.map(
    ({ envelope: { type, props }, index }) => `${index + 1}. ${type} ${printLine(utils, props, 120)}`,
  )
  return {
    pass: events.length > 0 && unknown.length === 0,
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'events',
        expected: '',
        rows: [
          ['Expected unknown events', isNot ? 'at least 1' : utils.printExpected(0)],
          ['Received unknown events', utils.printReceived(unknown.length)],
          ['Events', String(events.length)],
        ],
        sections: [lines.length === 0 ? '' : ['Unknown:', ...elideLines(lines, 20)].join('\n')],
      }),
  }
}
