import type { Change } from '../change.ts'
import type { FlatMessage } from './flat-message.ts'

/** The messages of one session of the preview API or of 2.x, in the order in which it took them up, as changes leave them. */
export class FlatMessageList {
  readonly #messages = new Map<string, FlatMessage>()
  readonly #enqueued = new Map<string, FlatMessage>()

  get all(): FlatMessage[] {
    return [...this.#messages.values()]
  }

  find(id: string): FlatMessage | undefined {
    return this.#messages.get(id)
  }

  put(message: FlatMessage): void {
    this.#messages.set(message.id, message)
  }

  take(change: Change): void {
    if (change.kind === 'edit') {
      this.#put(change.messageID, change.edit(this.#messages.get(change.messageID)))
    } else if (change.kind === 'enqueued') {
      this.#enqueued.set(change.messageID, change.message)
    } else if (change.kind === 'delivered') {
      const message = this.#enqueued.get(change.messageID)
      // Its time is that of the delivery, where its place in the list is.
      this.#put(change.messageID, message && { ...message, time: { created: change.at ?? message.time.created } })
    } else if (change.kind === 'amended') {
      const before = this.all.findLast(change.matches)
      if (before) this.#put(before.id, change.edit(before))
    } else if (change.kind === 'execution-ended') {
      if (change.mark) this.#put(change.mark.id, change.mark)
    } else if (change.kind === 'reverted') {
      this.#revert(change.messageID)
    }
  }

  #put(id: string, message: FlatMessage | undefined): void {
    if (message) this.#messages.set(id, message)
  }

  #revert(id: string): void {
    const ids = [...this.#messages.keys()]
    const at = ids.indexOf(id)
    if (at !== -1) for (const later of ids.slice(at + 1)) this.#messages.delete(later)
  }
}
