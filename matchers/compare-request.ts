import { isRecord } from '../src/model/checks.ts'
import { isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareFields } from './compare-fields.ts'
import { compareSubset, type SubsetComparison } from './compare-subset.ts'
import type { ExpectedRequest } from './expected-request.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { RecordedRequest } from './recorded-requests.ts'

/** Holds one recorded request against what is expected of it. */
export function compareRequest(
  context: MatcherContext,
  expected: ExpectedRequest,
  request: RecordedRequest,
): SubsetComparison {
  if (isAsymmetricMatcher(expected)) {
    const differing = context.equals(request, expected, context.customTesters) ? [] : ['the whole']
    return { differing, expected, received: request }
  }
  const { method, path, headers, body } = expected
  const fields: Record<string, SubsetComparison> = {
    ...(method !== undefined && {
      method: compareSubset(
        context,
        'method',
        typeof method === 'string' ? method.toUpperCase() : method,
        request['method'],
      ),
    }),
    ...(path !== undefined && { path: compareSubset(context, 'path', path, request['path']) }),
    ...(headers !== undefined && {
      headers: compareSubset(context, 'headers', lowerCased(headers), lowerCased(request['headers'])),
    }),
    ...(body !== undefined && { body: compareBody(context, body, request) }),
  }
  return compareFields(fields)
}

/** A string, a RegExp or an asymmetric matcher may speak of the body's text as well as of its value; a negated one denies both. */
function compareBody(context: MatcherContext, expected: unknown, { body, rawBody }: RecordedRequest): SubsetComparison {
  const value = compareSubset(context, 'body', expected, body)
  const isAsymmetric = isAsymmetricMatcher(expected)
  const isText = typeof expected === 'string' || expected instanceof RegExp
  if ((!isText && !isAsymmetric) || typeof rawBody !== 'string') return value
  const text = compareSubset(context, 'body', expected, rawBody)
  const [right, wrong] = text.differing.length === 0 ? [text, value] : [value, text]
  if (isAsymmetric && 'inverse' in expected && expected.inverse === true) return wrong
  return isText && right.differing.length > 0 ? text : right
}

const lowerCased = (headers: unknown): unknown =>
  isRecord(headers) && !isAsymmetricMatcher(headers)
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    : headers
