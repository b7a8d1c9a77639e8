import type { Message } from '../../wire/message.ts'
import { diffOf } from '../file-changes.ts'
import { SNAPSHOT } from '../snapshot.ts'
import { undoingDiff } from '../undoing-diff.ts'
import { relative } from 'node:path/posix'
import type { Revert, Session } from './session.ts'
import type { V1Server } from './v1-server.ts'

/**
 * Marks where a session goes back to; the messages stay until the next prompt. A point that the session does not have changes nothing
 * (facts/opencode-1x.md section 11).
 */
export function revert(server: V1Server, session: Session, at: { messageID: string; partID?: string }): void {
  const point = pointOf(session.messages, at)
  if (!point) return
  putBack(server, session, 'after')
  const changes = changesFrom(server, session, point.messageID)
  const { worktree } = server.projectOf(session.directory)
  const diffs = [...changes].map(([file, change]) => diffOf(relative(worktree, file), change))
  session.sendDiff(diffs)
  const sum = (key: 'additions' | 'deletions'): number => diffs.reduce((total, diff) => total + diff[key], 0)
  const summary = { additions: sum('additions'), deletions: sum('deletions'), files: diffs.length }
  const diff = [...changes].map(([file, change]) => undoingDiff(relative(worktree, file), change)).join('\n')
  session.touch({ summary, revert: { ...point, snapshot: SNAPSHOT, diff } })
  putBack(server, session, 'before')
}

/** Takes the mark away again; the files are as they were. */
export function unrevert(server: V1Server, session: Session): void {
  if (!session.info.revert) return
  putBack(server, session, 'after')
  session.touch({ revert: undefined })
}

/** Makes the files what they were before what is reverted, or after it. */
function putBack(server: V1Server, session: Session, when: 'before' | 'after'): void {
  const { revert: point } = session.info
  if (!point) return
  const changes = changesFrom(server, session, point.messageID)
  for (const [file, change] of changes) server.files.restore(file, change[when])
}

/** What the messages from one on made of files. */
function changesFrom(
  { files }: V1Server,
  session: Session,
  messageID: string,
): ReturnType<V1Server['files']['changesOf']> {
  const from = session.messages.findIndex(({ info }) => info.id === messageID)
  return files.changesOf(from === -1 ? [] : session.messages.slice(from).map(({ info }) => info.id))
}

/** Removes what was reverted, as the next prompt does: the messages from the mark on, or the parts and the messages behind it. */
export function removeReverted(session: Session): void {
  const { revert: point } = session.info
  if (!point) return
  const from = session.messages.findIndex(({ info }) => info.id === point.messageID)
  const gone = from === -1 ? [] : session.messages.slice(from + (point.partID === undefined ? 0 : 1))
  for (const { info } of gone) session.removeMessage(info.id)
  const parts = session.message(point.messageID)?.parts ?? []
  const first = parts.findIndex(({ id }) => id === point.partID)
  if (first !== -1) for (const { id } of parts.slice(first)) session.removePart(point.messageID, id)
  session.touch({ revert: undefined })
}

/** A part with text or tools before it stays a part; anything else goes back to the prompt that it answers. */
function pointOf(
  messages: readonly Message[],
  { messageID, partID }: { messageID: string; partID?: string },
): Revert | undefined {
  const at = messages.findIndex(({ info, parts }) =>
    partID === undefined ? info.id === messageID : parts.some(({ id }) => id === partID),
  )
  const message = messages[at]
  if (!message) return undefined
  const before = message.parts.slice(
    0,
    message.parts.findIndex(({ id }) => id === partID),
  )
  if (partID !== undefined && before.some(({ type }) => type === 'text' || type === 'tool')) {
    return { messageID: message.info.id, partID }
  }
  const prompt = messages.slice(0, at + 1).findLast(({ info }) => info.role === 'user')
  return { messageID: prompt?.info.id ?? message.info.id }
}
