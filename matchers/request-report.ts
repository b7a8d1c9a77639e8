import { elideLines } from '../src/model/elide.ts'
import type { SubsetComparison } from './compare-subset.ts'
import { linesDiff } from './lines-diff.ts'
import type { MatcherUtils } from './matcher-context.ts'
import { printLine } from './print-line.ts'
import { printLines } from './print-lines.ts'
import type { RecordedRequest } from './recorded-requests.ts'
import { textSimilarity } from './text-similarity.ts'

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
export function nearestRequest(
  utils: MatcherUtils,
  requests: readonly RecordedRequest[],
  comparisons: readonly SubsetComparison[],
): string {
  const index = nearest(utils, comparisons)
  const comparison = comparisons[index]
  const request = requests[index]
  if (!comparison || !request) return ''
  const { differing, expected, received } = comparison
  const places =
    differing.length > 5 ? `${differing.slice(0, 5).join(', ')} and ${differing.length - 5} more` : differing.join(', ')
  const diff = linesDiff(printLines(utils, expected), printLines(utils, received))
  return [
    `The nearest, number ${index + 1} of ${requests.length}, ${named(request)}, differs in ${places}:`,
    elideLines(diff.split('\n'), 25).join('\n'),
  ].join('\n\n')
}

/** The place with the right path and method, then with the fewest differences, then the likest in print, then the latest. */
function nearest(utils: MatcherUtils, comparisons: readonly SubsetComparison[]): number {
  const print = (value: unknown): string => printLines(utils, value).join('\n')
  const scores = comparisons.map(({ differing, expected, received }): readonly number[] => {
    const wrong = differing.filter((path) => path === 'method' || path === 'path').length
    return [-wrong, -differing.length, textSimilarity(print(expected), print(received))]
  })
  return scores.reduce((best, score, index) => (isBetter(scores[best], score) ? best : index), -1)
}

/** Whether `one` is better than `other` in the first number in which they differ. */
function isBetter(one: readonly number[] | undefined, other: readonly number[]): boolean {
  const decisive = one?.findIndex((value, at) => value !== other[at]) ?? -1
  return (one?.[decisive] ?? 0) > (other[decisive] ?? 0)
}

const named = ({ method, path }: RecordedRequest): string =>
  [method, path].filter((part) => typeof part === 'string').join(' ') || 'unnamed'

const printedBody = (utils: MatcherUtils, { body }: RecordedRequest): string =>
  body === undefined ? '' : ` ${printLine(utils, body, 160)}`
