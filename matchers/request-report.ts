import { elideLines } from '../src/model/elide.ts'
import type { SubsetComparison } from './compare-subset.ts'
import type { MatcherUtils } from './matcher-context.ts'
import { nearestReport } from './nearest-report.ts'
import { printLine } from './print-line.ts'
import type { RecordedRequest } from './recorded-requests.ts'

/** The requests that match, numbered as they came; '' where none does. */
export function matchingRequests(
  utils: MatcherUtils,
  requests: readonly RecordedRequest[],
  comparisons: readonly SubsetComparison[],
): string {
  const lines = requests.flatMap((request, index) =>
    comparisons[index]?.differing.length === 0 ? [`${index + 1}. ${named(request)}${printedBody(utils, request)}`] : [],
  )
  return lines.length === 0 ? '' : ['Matching:', ...elideLines(lines, 20)].join('\n')
}

/** Of requests that do not match the nearest one: where it differs, and the diff; '' where there is none. */
export const nearestRequest = (
  utils: MatcherUtils,
  requests: readonly RecordedRequest[],
  comparisons: readonly SubsetComparison[],
): string =>
  nearestReport(utils, comparisons, {
    name: (index) => named(requests[index] ?? {}),
    decisive: ['method', 'path'],
  })

const named = ({ method, path }: RecordedRequest): string =>
  [method, path].filter((part) => typeof part === 'string').join(' ') || 'unnamed'

const printedBody = (utils: MatcherUtils, { body }: RecordedRequest): string =>
  body === undefined ? '' : ` ${printLine(utils, body, 160)}`
