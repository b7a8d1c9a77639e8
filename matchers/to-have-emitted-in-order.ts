import { InvalidOptionError } from '../src/errors.ts'
import { elideLines } from '../src/model/elide.ts'
import { type EventOrder, eventOrder, orderLines } from './event-order.ts'
import { compareEvent, type ExpectedEvent, readExpectedEvent } from './expected-event.ts'
import { emittedTypes } from './emitted-types.ts'
import { failureMessage, negation } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import type { ExpectedText } from './matches-text.ts'
import { nearestReport } from './nearest-report.ts'
import { type ReceivedEvent, receivedEvents } from './received-events.ts'

const matcher = 'toHaveEmittedInOrder'

/** Events, each a type or `{ type, properties? }`. */
export type ExpectedEvents = readonly (ExpectedText | ExpectedEvent)[]

/**
 * Passes when these events were emitted in this order; others may stand between them. Takes a list of events of any dialect, or what has
 * one as `events`. Throws InvalidOptionError for an empty list, for what is no event, and for a value without events.
 */
export function toHaveEmittedInOrder(this: MatcherContext, received: unknown, expected: ExpectedEvents): MatcherResult {
  const wanted = readExpected(expected)
  const events = receivedEvents(matcher, received)
  const order = eventOrder(
    wanted,
    events,
    (one, { envelope }) => compareEvent(this, one, envelope).differing.length === 0,
  )
  const isNot = this.isNot ?? false
  return {
    pass: order.missing === undefined,
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'events',
        expected: 'expected',
        rows: [
          ['Expected events', `${negation(this)}${isNot ? 'in this order' : wanted.length}`],
          ['Received in order', String(order.places.length)],
          ['Events', String(events.length)],
        ],
        sections: [
          elideLines(orderLines(this.utils, wanted, order), 25).join('\n'),
          isNot ? '' : missing(this, wanted, events, order),
        ],
      }),
  }
}

/** Where the event at which the order broke came nowhere: the nearest of its type, else which types came. */
function missing(
  context: MatcherContext,
  wanted: readonly ExpectedEvent[],
  events: readonly ReceivedEvent[],
  { missing: at, earlier }: EventOrder,
): string {
  const item = wanted[at ?? -1]
  if (!item || earlier !== undefined) return ''
  const comparisons = events.map(({ envelope }) => compareEvent(context, item, envelope))
  if (comparisons.every(({ differing }) => differing.includes('type'))) return emittedTypes(events)
  return nearestReport(context.utils, comparisons, {
    name: (index) => events[index]?.envelope.type ?? '',
    decisive: ['type'],
  })
}

function readExpected(expected: unknown): readonly ExpectedEvent[] {
  const path = `${matcher} expected`
  if (Array.isArray(expected) && expected.length > 0) {
    return expected.map((item: unknown, index) => readExpectedEvent(`${path}[${index}]`, item))
  }
  const list = 'a list of at least one event: a type or { type, properties? }'
  throw new InvalidOptionError({ path, expected: list, received: expected })
}
