import { elideLines } from '../src/model/elide.ts'
import { linesDiff } from './lines-diff.ts'

/** How items are compared, and written as one line each. */
interface Items<E, R> {
  readonly matches: (expected: E, received: R) => boolean
  readonly printExpected: (item: E) => string
  readonly printReceived: (item: R) => string
}

/** Whether `received` is what is expected, item by item. */
export const isListOf = <E, R>(
  expected: readonly E[],
  received: readonly R[],
  matches: (expected: E, received: R) => boolean,
): boolean =>
  expected.length === received.length &&
  received.every((item, index) => {
    const [wanted] = expected.slice(index, index + 1)
    return wanted !== undefined && matches(wanted, item)
  })

/** The items in which two lists differ, one a line, at most 25 lines; what matches is common, however it is written in `expected`. */
export function listDiff<E, R>(expected: readonly E[], received: readonly R[], items: Items<E, R>): string {
  const partners = pair(expected, received, items.matches)
  const texts = received.map(items.printReceived)
  const lines = expected.map((item, index) => texts[partners.get(index) ?? -1] ?? items.printExpected(item))
  return elideLines(linesDiff(lines, texts).split('\n'), 25).join('\n')
}

/** The longest common subsequence: which expected item is which received one. */
function pair<E, R>(
  expected: readonly E[],
  received: readonly R[],
  matches: (expected: E, received: R) => boolean,
): ReadonlyMap<number, number> {
  const equal = expected.map((one) => received.map((other) => matches(one, other)))
  const lengths = Array.from({ length: expected.length + 1 }, () =>
    Array.from({ length: received.length + 1 }, () => 0),
  )
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  for (let row = expected.length - 1; row >= 0; row -= 1) {
    for (let column = received.length - 1; column >= 0; column -= 1) {
      const longest = equal[row]?.[column]
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
      lengths[row]?.splice(column, 1, longest)
    }
  }
  const partners = new Map<number, number>()
  let row = 0
  let column = 0
  while (row < expected.length && column < received.length) {
    if (equal[row]?.[column]) partners.set(row++, column++)
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return partners
}
