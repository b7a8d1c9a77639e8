import type { Change } from '../change.ts'
import { FlatMessageList } from './flat-message-list.ts'
import type { FlatMessage } from './flat-message.ts'

/** The messages of the preview API or of 2.x that `changes` of one session leave behind, in the order in which it took them up. */
export function collectFlatMessages(changes: readonly Change[]): FlatMessage[] {
  const list = new FlatMessageList()
  for (const change of changes) list.take(change)
  return list.all
}
