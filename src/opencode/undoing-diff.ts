import { createHash } from 'node:crypto'
import { diffLines, linesOf } from './diff-lines.ts'
import type { FileChange } from './file-changes.ts'

/** What undoes a change of a file, as git tells it: `revert.diff` of a session (captures/1.18.33-probed/15c-revert.json). */
export function undoingDiff(file: string, { before, after }: FileChange): string {
  const added = before === undefined
  const hashes = `index ${blobHash(after)}..${added ? NO_BLOB : blobHash(before)}`
  const head = added ? ['deleted file mode 100644', hashes] : [`${hashes} 100644`]
  const names = [`--- a/${file}`, added ? '+++ /dev/null' : `+++ b/${file}`]
  const range = `@@ -${rangeOf(after)} +${rangeOf(before ?? '')} @@`
  const lines = [...diffLines('-', after), ...diffLines('+', before ?? '')]
  return [`diff --git a/${file} b/${file}`, ...head, ...names, range, ...lines].join('\n')
}

const NO_BLOB = '0000000'

/** The first digits of what git names a file's content. */
const blobHash = (text: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')
    .slice(0, NO_BLOB.length)

function rangeOf(text: string): string {
  const { length } = linesOf(text)
  return length === 0 ? '0,0' : length === 1 ? '1' : `1,${length}`
}
