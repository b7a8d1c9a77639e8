import { relative } from 'node:path/posix'
import { undoingDiff } from '../undoing-diff.ts'
import { linesOf } from '../diff-lines.ts'
import type { FileChange } from '../file-changes.ts'
import type { FlatRevert } from './flat-event.ts'
import type { FlatMachine } from './flat-machine.ts'
import type { FlatSession } from './flat-session.ts'
import { SNAPSHOT } from '../snapshot.ts'

/** Where a session goes back to with a message, and what that undoes in the project's files; `files` false: they stay. */
export function stageRevert(
  machine: FlatMachine,
  session: FlatSession,
  { messageID, files }: { readonly messageID: string; readonly files: boolean },
): FlatRevert {
  const changes = files ? changesFrom(machine, session, messageID) : new Map<string, FileChange>()
  const { directory } = session.record
  const undone = [...changes].map(([file, change]) => [relative(directory, file), change] as const)
  putBack(machine, changes, 'before')
  return {
    messageID,
    snapshot: SNAPSHOT,
    diff: undone.map(([file, change]) => undoingDiff(file, change)).join('\n'),
    files: undone.map(([file, change]) => toFileDiff(file, change)),
  }
}

/** The files are as they were before a revert was staged. */
export function unstageRevert(machine: FlatMachine, session: FlatSession, { messageID, files = [] }: FlatRevert): void {
  if (files.length > 0) putBack(machine, changesFrom(machine, session, messageID), 'after')
}

function putBack({ files }: FlatMachine, changes: ReadonlyMap<string, FileChange>, when: 'before' | 'after'): void {
  for (const [file, change] of changes) files.restore(file, change[when])
}

/** What the messages from one on made of files. */
function changesFrom(
  { files }: FlatMachine,
  { messages }: FlatSession,
  messageID: string,
): ReadonlyMap<string, FileChange> {
  const from = messages.findIndex(({ id }) => id === messageID)
  return files.changesOf(from === -1 ? [] : messages.slice(from).map(({ id }) => id))
}

function toFileDiff(path: string, change: FileChange): object {
  const { before, after } = change
  return {
    path,
    status: before === undefined ? 'deleted' : 'modified',
    additions: linesOf(before ?? '').length,
    deletions: linesOf(after).length,
    patch: `${undoingDiff(path, change)}\n`,
  }
}
