import { StrictModeError } from '../errors.ts'
import { elide, elideLines } from '../model/elide.ts'
import type { RunResult } from '../model/run-result.ts'

/** What has become of a fake. */
export interface FakeReport {
  /** What it is, and where. */
  readonly name: string
  /** The scripted replies that nothing asked for, one line each. */
  readonly left: readonly string[]
  /** The messages of its misses. */
  readonly missed: readonly string[]
  /** The runs on it, oldest first. */
  readonly runs: readonly RunResult[]
}

/** What has become of a fake of a kind. */
export function reportOf(
  kind: string,
  fake: { readonly url: string; readonly misses: readonly { message: string }[]; readonly runs?: readonly RunResult[] },
  left: readonly string[],
): FakeReport {
  return { name: `${kind} ${fake.url}`, left, missed: fake.misses.map(({ message }) => message), runs: fake.runs ?? [] }
}

/** The error for fakes that have replies left or missed requests, which lists both; undefined where none has. */
export function strictModeError(reports: readonly FakeReport[]): StrictModeError | undefined {
  const guilty = reports.filter(({ left, missed }) => left.length > 0 || missed.length > 0)
  if (guilty.length === 0) return undefined
  const paragraphs = guilty.map(({ name, left, missed }) =>
    [name, ...listed('replies left', left), ...listed('requests missed', missed)].join('\n'),
  )
  const title = 'configure({ strict: true }): what was scripted and what was asked for differ'
  return new StrictModeError([title, ...paragraphs].join('\n\n'))
}

function listed(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  const lines = items.map((item) => `    ${elide(item.replaceAll(/\s+/g, ' '), 300)}`)
  return [`  ${title}: ${items.length}`, ...elideLines(lines, 10, '    ')]
}
