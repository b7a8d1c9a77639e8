import { type ExpectedEvent, printExpectedEvent } from './expected-event.ts'
import type { MatcherUtils } from './matcher-context.ts'
import type { ReceivedEvent } from './received-events.ts'

/** Where expected events stand in what was received, and where the order breaks. Places count from 0. */
export interface EventOrder {
  /** The places of the events in order, up to the break. */
  readonly places: readonly number[]
  /** Which expected event did not follow; undefined: all did. */
  readonly missing: number | undefined
  /** Where that one came before its time; undefined where it came nowhere. */
  readonly earlier: number | undefined
}

/** Finds expected events in order: each is the first that fits behind the one before it. */
export function eventOrder(
  expected: readonly ExpectedEvent[],
  events: readonly ReceivedEvent[],
  matches: (expected: ExpectedEvent, event: ReceivedEvent) => boolean,
): EventOrder {
  const places: number[] = []
  for (const [index, item] of expected.entries()) {
    const from = (places.at(-1) ?? -1) + 1
    const found = events.slice(from).findIndex((event) => matches(item, event))
    if (found === -1) {
      const earlier = events.slice(0, from).findLastIndex((event) => matches(item, event))
      return { places, missing: index, earlier: earlier === -1 ? undefined : earlier }
    }
    places.push(from + found)
  }
  return { places, missing: undefined, earlier: undefined }
}

/** The expected events, one a line, each with where it came; at the break with what is wrong. */
export function orderLines(
  utils: MatcherUtils,
  expected: readonly ExpectedEvent[],
  { places, missing, earlier }: EventOrder,
): readonly string[] {
  const titles = expected.map((item) => printExpectedEvent(utils, item))
  const width = Math.max(...titles.map(({ length }) => length))
  const last = places.at(-1)
  const note = (index: number): string => {
    const place = places[index]
    if (place !== undefined) return `event ${place + 1}`
    if (index !== missing) return 'not looked for'
    if (earlier !== undefined && earlier === last) return `only once: as event ${earlier + 1}`
    const after = last === undefined ? 'missing' : `missing after event ${last + 1}`
    return earlier === undefined ? after : `${after}: it came before, as event ${earlier + 1}`
  }
  return titles.map(
    (title, index) => `${index === missing ? '>' : ' '} ${index + 1}. ${title.padEnd(width)}  ${note(index)}`,
  )
}
