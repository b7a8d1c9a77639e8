import type { Change } from '../change.ts'
import type { FlatMessage } from './flat-message.ts'

/** The messages of the preview API or of 2.x that `changes` of one session leave behind, in the order in which it took them up. */
export function collectFlatMessages(changes: readonly Change[]): FlatMessage[] {
  const messages = new Map<string, FlatMessage>()
  const enqueued = new Map<string, FlatMessage>()
  for (const change of changes) {
    if (change.kind === 'edit') {
      put(messages, change.messageID, change.edit(messages.get(change.messageID)))
    } else if (change.kind === 'enqueued') {
      enqueued.set(change.messageID, change.message)
    } else if (change.kind === 'delivered') {
      const message = enqueued.get(change.messageID)
      // Its time is that of the delivery, where its place in the list is.
      put(messages, change.messageID, message && { ...message, time: { created: change.at ?? message.time.created } })
    } else if (change.kind === 'amended') {
      const before = [...messages.values()].findLast(change.matches)
      if (before) put(messages, before.id, change.edit(before))
    } else if (change.kind === 'execution-ended') {
      if (change.mark) put(messages, change.mark.id, change.mark)
    } else if (change.kind === 'reverted') {
      revert(messages, change.messageID)
    }
  }
  return [...messages.values()]
}

function put(messages: Map<string, FlatMessage>, id: string, message: FlatMessage | undefined): void {
  if (message) messages.set(id, message)
}

function revert(messages: Map<string, FlatMessage>, id: string): void {
  const ids = [...messages.keys()]
  const at = ids.indexOf(id)
  if (at !== -1) for (const later of ids.slice(at + 1)) messages.delete(later)
}
