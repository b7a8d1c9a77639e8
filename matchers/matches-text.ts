import { InvalidOptionError } from '../src/errors.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import type { MatcherContext } from './matcher-context.ts'

/** An expected text: a string is the whole text, a RegExp or an asymmetric matcher may speak of a part. */
export type ExpectedText = string | RegExp | AsymmetricMatcher

/** Whether `text` is, or contains, what is expected. */
export function matchesText(context: MatcherContext, text: string | undefined, expected: ExpectedText): boolean {
  if (!(expected instanceof RegExp)) return context.equals(text, expected, context.customTesters)
  // `search` and not `test`, which would remember where the last match of a /g expression ended.
  return text !== undefined && text.search(expected) !== -1
}

/** Passes an expected text; throws InvalidOptionError otherwise. */
export function checkExpectedText(path: string, value: unknown): ExpectedText {
  if (typeof value === 'string' || value instanceof RegExp || isAsymmetricMatcher(value)) return value
  throw new InvalidOptionError({ path, expected: 'a string, a RegExp or an asymmetric matcher', received: value })
}
