import { checkKeys, checkRecord, isRecord } from '../src/model/checks.ts'
import type { Envelope } from '../src/wire/envelope.ts'
import { isEventType } from '../src/wire/is-event-type.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareFields } from './compare-fields.ts'
import { compareSubset, type SubsetComparison } from './compare-subset.ts'
import type { MatcherContext, MatcherUtils } from './matcher-context.ts'
import { checkExpectedText, type ExpectedText } from './matches-text.ts'
import { printLine } from './print-line.ts'

/** Of an event's properties those that matter, or an asymmetric matcher for them. */
export type ExpectedProperties = Readonly<Record<string, unknown>> | AsymmetricMatcher

/** An event by its type and, of its properties, what matters. */
export interface ExpectedEvent {
  readonly type: ExpectedText
  readonly properties?: ExpectedProperties
}

/** Holds an event against what is expected of it. A schema version at the end of its type may stay (`session.updated.1`). */
export function compareEvent(
  context: MatcherContext,
  { type, properties }: ExpectedEvent,
  event: Envelope,
): SubsetComparison {
  const isType = typeof type === 'string' && isEventType(event.type, type)
  return compareFields({
    type: compareSubset(context, 'type', isType ? event.type : type, event.type),
    ...(properties !== undefined && { properties: compareSubset(context, 'properties', properties, event.props) }),
  })
}

/** An item of a list of events: a type, or an event. Throws InvalidOptionError for anything else. */
export function readExpectedEvent(path: string, value: unknown): ExpectedEvent {
  if (!isRecord(value) || value instanceof RegExp || isAsymmetricMatcher(value)) {
    return { type: checkExpectedText(path, value) }
  }
  checkKeys(path, value, ['type', 'properties'])
  const type = checkExpectedText(`${path}.type`, value['type'])
  const properties = checkProperties(`${path}.properties`, value['properties'])
  return properties === undefined ? { type } : { type, properties }
}

/** Passes expected properties, and undefined; throws InvalidOptionError otherwise. */
export function checkProperties(path: string, value: unknown): ExpectedProperties | undefined {
  if (value === undefined || isAsymmetricMatcher(value)) return value
  return checkRecord(path, value, 'an object or an asymmetric matcher')
}

/** What is expected of an event as one line: `session.error {"error": …}`. */
export function printExpectedEvent(utils: MatcherUtils, { type, properties }: ExpectedEvent): string {
  const title = typeof type === 'string' ? type : printLine(utils, type)
  return properties === undefined ? title : `${title} ${printLine(utils, properties, 120)}`
}
