import { isRecord } from '../src/model/checks.ts'
import { elide } from '../src/model/elide.ts'
import { aroundDifference } from './around-difference.ts'
import { isPlainRecord } from './is-plain-record.ts'
import type { MatcherContext } from './matcher-context.ts'
import { matchesText } from './matches-text.ts'

/** What is expected beside what was received, both cut to what is expected, and where they differ. */
export interface SubsetComparison {
  /** The paths of the values that differ: `body.messages[0].content`. */
  readonly differing: readonly string[]
  /** As `received` where it matches, so that a diff of the two shows the differences alone. */
  readonly expected: unknown
  readonly received: unknown
}

/**
 * Compares as toMatchObject does: of objects the keys that are expected, of lists each item. A RegExp is a part of a string. An object
 * beside a string is held against the JSON in it: tool arguments are sent so, and clients write them anew (facts/deepseek.md section 4.4).
 */
export function compareSubset(
  context: MatcherContext,
  path: string,
  expected: unknown,
  received: unknown,
): SubsetComparison {
  if (Array.isArray(expected) || isPlainRecord(expected)) {
    const actual = typeof received === 'string' ? parsed(received) : received
    if (Array.isArray(expected) && Array.isArray(actual)) return compareLists(context, path, expected, actual)
    if (isPlainRecord(expected) && isRecord(actual)) return compareRecords(context, path, expected, actual)
  } else if (isSame(context, expected, received)) {
    const shown = typeof received === 'string' ? elide(received, 80) : received
    return { differing: [], expected: shown, received: shown }
  }
  if (typeof expected !== 'string' || typeof received !== 'string') return { differing: [path], expected, received }
  const [one, other] = aroundDifference(expected, received)
  return { differing: [path], expected: one, received: other }
}

function compareRecords(
  context: MatcherContext,
  path: string,
  expected: Readonly<Record<string, unknown>>,
  received: Readonly<Record<string, unknown>>,
): SubsetComparison {
  const keys = Object.keys(expected)
  const values = keys.map((key) => compareSubset(context, `${path}.${key}`, expected[key], received[key]))
  const side = (which: 'expected' | 'received'): object =>
    Object.fromEntries(keys.map((key, index) => [key, values[index]?.[which]]))
  return {
    differing: values.flatMap(({ differing }) => differing),
    expected: side('expected'),
    received: side('received'),
  }
}

function compareLists(
  context: MatcherContext,
  path: string,
  expected: readonly unknown[],
  received: readonly unknown[],
): SubsetComparison {
  const common = Math.min(expected.length, received.length)
  const items = expected
    .slice(0, common)
    .map((item, index) => compareSubset(context, `${path}[${index}]`, item, received[index]))
  const differing = items.flatMap((item) => item.differing)
  return {
    differing: expected.length === received.length ? differing : [...differing, `${path}.length`],
    expected: [...items.map((item) => item.expected), ...expected.slice(common)],
    received: [...items.map((item) => item.received), ...received.slice(common)],
  }
}

function isSame(context: MatcherContext, expected: unknown, received: unknown): boolean {
  if (expected instanceof RegExp && typeof received === 'string') return matchesText(context, received, expected)
  return context.equals(received, expected, context.customTesters)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // no JSON: it is compared as it stands
  }
}
