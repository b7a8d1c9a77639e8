import { checkInteger, checkKeys, checkRecord } from '../src/model/checks.ts'
import type { RunError } from '../src/model/run-result.ts'
import { aroundDifference } from './around-difference.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareFields } from './compare-fields.ts'
import { compareSubset, type SubsetComparison } from './compare-subset.ts'
import type { MatcherContext } from './matcher-context.ts'
import { checkExpectedText, type ExpectedText, matchesText } from './matches-text.ts'

/** What is expected of an error: a part of its message, or its fields that matter. */
export type ExpectedError = ExpectedText | ExpectedErrorFields

/** Fields of an error. `name` is 1.x's, `type` the preview's and 2.x's; `status` is what the model's provider answered. */
interface ExpectedErrorFields {
  readonly name?: ExpectedText
  readonly type?: ExpectedText
  /** A string is a part of it. */
  readonly message?: ExpectedText
  readonly status?: number | AsymmetricMatcher
}

/** Holds an error against what is expected of it. An asymmetric matcher may speak of the message or of the error. */
export function compareError(context: MatcherContext, expected: ExpectedError, error: RunError): SubsetComparison {
  if (isAsymmetricMatcher(expected)) {
    const message = context.equals(error.message, expected, context.customTesters)
    const whole = context.equals(error, expected, context.customTesters)
    // A negated one denies both.
    const inverse = 'inverse' in expected && expected.inverse === true
    const matches = inverse ? message && whole : message || whole
    return { differing: matches ? [] : ['error'], expected, received: error }
  }
  if (typeof expected === 'string' || expected instanceof RegExp) return comparePart(context, expected, error.message)
  const { name, type, message, status } = expected
  return compareFields({
    ...(name !== undefined && { name: compareSubset(context, 'name', name, error.name) }),
    ...(type !== undefined && { type: compareSubset(context, 'type', type, error.type) }),
    ...(message !== undefined && { message: comparePart(context, message, error.message) }),
    ...(status !== undefined && { status: compareSubset(context, 'status', status, error.status) }),
  })
}

function comparePart(context: MatcherContext, expected: ExpectedText, message: string): SubsetComparison {
  const matches = typeof expected === 'string' ? message.includes(expected) : matchesText(context, message, expected)
  if (matches) return { differing: [], expected: message, received: message }
  const [one, other] = typeof expected === 'string' ? aroundDifference(expected, message) : [expected, message]
  return { differing: ['message'], expected: one, received: other }
}

/** Passes an expected error; throws InvalidOptionError for an unknown field, and for a value that no error can have. */
export function checkExpectedError(path: string, value: unknown): void {
  if (typeof value === 'string' || value instanceof RegExp || isAsymmetricMatcher(value)) return
  const kinds = 'a string, a RegExp, an asymmetric matcher or an object with name, type, message or status'
  const fields = checkRecord(path, value, kinds)
  checkKeys(path, fields, ['name', 'type', 'message', 'status'])
  const { status, ...texts } = fields
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined) checkExpectedText(`${path}.${name}`, text)
  }
  if (status !== undefined && !isAsymmetricMatcher(status)) checkInteger(`${path}.status`, status)
}
