import { isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareRequest } from './compare-request.ts'
import { checkExpectedRequest, type ExpectedRequest } from './expected-request.ts'
import { failureMessage, negation, type Row } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { printLine } from './print-line.ts'
import { recordedRequests } from './recorded-requests.ts'
import { matchingRequests, nearestRequest } from './request-report.ts'

const matcher = 'toHaveReceivedRequest'

/**
 * Passes when a request like `expected` was received; what is left out may be anything, and an asymmetric matcher may speak of the
 * whole record. Throws InvalidOptionError for what no request can be, and for a value that records no requests.
 */
export function toHaveReceivedRequest(
  this: MatcherContext,
  received: unknown,
  expected: ExpectedRequest,
): MatcherResult {
  checkExpectedRequest(`${matcher} request`, expected)
  const requests = recordedRequests(matcher, received)
  const comparisons = requests.map((request) => compareRequest(this, expected, request))
  const { isNot = false, utils } = this
  return {
    pass: comparisons.some(({ differing }) => differing.length === 0),
    // No `actual` and `expected`: the message has its own diff, of what is expected of the nearest request alone.
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: 'request',
        rows: [...expectedRows(this, expected), ['Requests received', String(requests.length)]],
        sections: [
          isNot ? matchingRequests(utils, requests, comparisons) : nearestRequest(utils, requests, comparisons),
        ],
      }),
  }
}

function expectedRows(context: MatcherContext, expected: ExpectedRequest): readonly Row[] {
  const print = (value: unknown): string => printLine(context.utils, value)
  // Not each field is denied, but all of them together.
  if (context.isNot || isAsymmetricMatcher(expected))
    return [['Expected request', `${negation(context)}${print(expected)}`]]
  const fields = Object.entries(expected).filter(([, value]) => value !== undefined)
  if (fields.length === 0) return [['Expected request', 'any']]
  return fields.map(([name, value]) => [`Expected ${name}`, print(value)])
}
