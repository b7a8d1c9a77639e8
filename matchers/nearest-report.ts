import { elideLines } from '../src/model/elide.ts'
import type { SubsetComparison } from './compare-subset.ts'
import { linesDiff } from './lines-diff.ts'
import type { MatcherUtils } from './matcher-context.ts'
import { printLines } from './print-lines.ts'
import { textSimilarity } from './text-similarity.ts'

/** How what was compared is called, and which of its fields say most about what was meant. */
interface Naming {
  readonly name: (index: number) => string
  /** Paths whose difference weighs more than any number of others. */
  readonly decisive: readonly string[]
}

/** Of values that do not match the nearest one: where it differs, and the diff; '' where there is none. */
export function nearestReport(
  utils: MatcherUtils,
  comparisons: readonly SubsetComparison[],
  { name, decisive }: Naming,
): string {
  const index = nearest(utils, comparisons, decisive)
  const comparison = comparisons[index]
  if (!comparison) return ''
  const { differing, expected, received } = comparison
  const places =
    differing.length > 5 ? `${differing.slice(0, 5).join(', ')} and ${differing.length - 5} more` : differing.join(', ')
  const diff = linesDiff(printLines(utils, expected), printLines(utils, received))
  return [
    `The nearest, number ${index + 1} of ${comparisons.length}, ${name(index)}, differs in ${places}:`,
    elideLines(diff.split('\n'), 25).join('\n'),
  ].join('\n\n')
}

/** The place with the right decisive fields, then with the fewest differences, then the likest in print, then the latest. */
function nearest(utils: MatcherUtils, comparisons: readonly SubsetComparison[], decisive: readonly string[]): number {
  const print = (value: unknown): string => printLines(utils, value).join('\n')
  const scores = comparisons.map(({ differing, expected, received }): readonly number[] => {
    const wrong = differing.filter((path) => decisive.includes(path)).length
    return [-wrong, -differing.length, textSimilarity(print(expected), print(received))]
  })
  return scores.reduce((best, score, index) => (isBetter(scores[best], score) ? best : index), -1)
}

/** Whether `one` is better than `other` in the first number in which they differ. */
function isBetter(one: readonly number[] | undefined, other: readonly number[]): boolean {
  const at = one?.findIndex((value, index) => value !== other[index]) ?? -1
  return (one?.[at] ?? 0) > (other[at] ?? 0)
}
