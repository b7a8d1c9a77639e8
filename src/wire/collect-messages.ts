import type { Change } from './change.ts'
import type { FlatMessage } from './flat/flat-message.ts'
import type { Message } from './message.ts'
import type { Part } from './part.ts'
import type { RunMessage } from './run-message.ts'

/**
 * The messages of one session that `changes` leave behind, oldest first, as the server would list them. Streamed deltas are not added
 * up: opencode stores a text when it is complete, and drops that of a failed attempt (facts/opencode-1x.md section 6). A message of
 * 1.x whose info was never sent is left out.
 */
export function collectMessages(changes: readonly Change[]): RunMessage[] {
  const messages = new MessageList()
  for (const change of changes) messages.take(change)
  return messages.list()
}

class MessageList {
  readonly #infos = new Map<string, Message['info']>()
  readonly #parts = new Map<string, Map<string, Part>>()
  readonly #flat = new Map<string, FlatMessage>()
  readonly #enqueued = new Map<string, FlatMessage>()

  take(change: Change): void {
    switch (change.kind) {
      case 'message':
        this.#infos.set(change.messageID, change.info)
        return
      case 'part':
        this.#partsOf(change.messageID).set(change.part.id, change.part)
        return
      case 'message-removed':
        this.#infos.delete(change.messageID)
        return
      case 'part-removed':
        this.#parts.get(change.messageID)?.delete(change.partID)
        return
      case 'edit':
        this.#put(change.messageID, change.edit(this.#flat.get(change.messageID)))
        return
      case 'enqueued':
        this.#enqueued.set(change.messageID, change.message)
        return
      case 'delivered':
        this.#deliver(change.messageID, change.at)
        return
      case 'amended': {
        const before = [...this.#flat.values()].findLast(change.matches)
        if (before) this.#put(before.id, change.edit(before))
        return
      }
      case 'reverted':
        this.#revert(change.messageID)
        return
      case 'execution-ended':
        if (change.mark) this.#put(change.mark.id, change.mark)
        return
      default:
    }
  }

  list(): RunMessage[] {
    const messages = [...this.#infos].map(
      ([id, info]): Message => ({ info, parts: [...(this.#parts.get(id)?.values() ?? [])] }),
    )
    // A late subscriber sees the prompt after its answer: the last `message.updated` of a turn is the prompt's summary. Flat messages
    // are listed in the order the session took them up.
    return [
      ...messages.toSorted((a, b) => (a.info.time?.created ?? 0) - (b.info.time?.created ?? 0)),
      ...this.#flat.values(),
    ]
  }

  #partsOf(messageID: string): Map<string, Part> {
    const parts = this.#parts.get(messageID) ?? new Map<string, Part>()
    this.#parts.set(messageID, parts)
    return parts
  }

  #put(id: string, message: FlatMessage | undefined): void {
    if (message) this.#flat.set(id, message)
  }

  #deliver(id: string, at: number | undefined): void {
    const message = this.#enqueued.get(id)
    // Its time is that of the delivery, where its place in the list is.
    if (message && !this.#flat.has(id)) this.#flat.set(id, { ...message, time: { created: at ?? message.time.created } })
  }

  #revert(id: string): void {
    const ids = [...this.#flat.keys()]
    const at = ids.indexOf(id)
    if (at !== -1) for (const later of ids.slice(at + 1)) this.#flat.delete(later)
  }
}
