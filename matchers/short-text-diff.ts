import { elideLines } from '../src/model/elide.ts'
import { aroundDifference } from './around-difference.ts'
import { textDiff } from './text-diff.ts'

/** The diff of two texts, of lines too long to read only what is around their first difference, at most 20 lines. */
export function shortTextDiff(expected: string, received: string): string {
  const isLong = [expected, received].some((text) => text.split('\n').some((line) => line.length > 160))
  const [one, other] = isLong ? aroundDifference(expected, received) : [expected, received]
  return elideLines(textDiff(one, other).split('\n'), 20).join('\n')
}
