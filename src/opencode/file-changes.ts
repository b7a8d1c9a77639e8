import { diffLines, linesOf } from './diff-lines.ts'

/** What a tool made of a file: its text before, where it was there, and after. */
export interface FileChange {
  readonly before: string | undefined
  readonly after: string
}

/** What changed in one file, as `session.diff` and a prompt's summary hold it. */
export interface FileDiff {
  readonly file: string
  readonly patch: string
  readonly additions: number
  readonly deletions: number
  readonly status: 'added' | 'modified'
}

/** A change as a diff. The fake compares no lines: a changed file is all its old lines and all its new ones. */
export function diffOf(file: string, { before, after }: FileChange): FileDiff {
  const [removed, added] = [linesOf(before ?? ''), linesOf(after)]
  const status = before === undefined ? 'added' : 'modified'
  const patch = patchOf(file, { before, after }, '\t')
  return { file, patch, additions: added.length, deletions: removed.length, status }
}

/** The text of a diff. The diffs of a summary have a tab behind the names (captures/1.18.33/03c-tool-write-file.json). */
export function patchOf(file: string, { before = '', after }: FileChange, suffix = ''): string {
  const names = `Index: ${file}\n${'='.repeat(67)}\n--- ${file}${suffix}\n+++ ${file}${suffix}\n`
  const lines = [...diffLines('-', before), ...diffLines('+', after)].map((line) => `${line}\n`)
  return `${names}@@ -${rangeOf(before)} +${rangeOf(after)} @@\n${lines.join('')}`
}

const rangeOf = (text: string): string => `${text === '' ? 0 : 1},${linesOf(text).length}`
