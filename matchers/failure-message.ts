import type { MatcherContext } from './matcher-context.ts'

/** The parts of a failure text. */
export interface FailureParts {
  readonly matcher: string
  /** Placeholders of the hint line: `expect(run).toHaveCost(usd, options)`. */
  readonly received: string
  readonly expected: string
  readonly options?: string | undefined
  /** Printed values under labels; the labels are padded to one width. */
  readonly rows: readonly Row[]
  /** Paragraphs below, in order; empty ones are left out. */
  readonly sections?: readonly string[]
}

/** A label without its colon, and the printed value. */
export type Row = readonly [label: string, value: string]

/** The frame of every failure text: the hint line, the rows, the sections, with an empty line between them. */
export function failureMessage(context: MatcherContext, parts: FailureParts): string {
  const { matcher, received, expected, options = '', rows, sections = [] } = parts
  const { isNot = false, promise = '' } = context
  const hint = context.utils.matcherHint(matcher, received, expected, { isNot, promise, secondArgument: options })
  return [hint, table(rows), ...sections].filter((section) => section !== '').join('\n\n')
}

/** What stands before an expected value that `.not` denies. */
export const negation = ({ isNot = false }: MatcherContext): string => (isNot ? 'not ' : '')

/** Rows as lines, the values in one column. */
export function table(rows: readonly Row[]): string {
  const width = Math.max(0, ...rows.map(([label]) => label.length + 1))
  return rows.map(([label, value]) => `${`${label}:`.padEnd(width)} ${value}`).join('\n')
}
