import type { MatcherUtils } from './matcher-context.ts'
import { printLine } from './print-line.ts'

/** One count of tokens beside what is expected of it; undefined: anything. */
export interface TokenCount {
  readonly name: string
  readonly expected: unknown
  readonly received: unknown
  readonly isExpected: boolean
}

/** Counts of tokens as a table, numbers to the right; a row that differs says so. */
export function tokensTable(utils: MatcherUtils, counts: readonly TokenCount[]): string {
  const rows = [
    ['Tokens', 'Expected', 'Received', ''],
    ...counts.map(({ name, expected, received, isExpected }) => [
      name,
      expected === undefined ? 'any' : printLine(utils, expected, 60),
      printLine(utils, received, 60),
      isExpected ? '' : '  differs',
    ]),
  ]
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = [width(0), width(1), width(2)] as const
  return rows
    .map(([name = '', expected = '', received = '', note = '']) =>
      `${name.padEnd(widths[0])}  ${expected.padStart(widths[1])}  ${received.padStart(widths[2])}${note}`.trimEnd(),
    )
    .join('\n')
}
