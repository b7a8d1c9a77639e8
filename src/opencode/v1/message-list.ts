import type { Message } from '../../wire/message.ts'
import type { Part } from '../../wire/part.ts'

/** The messages of one session, oldest first. Values are never changed in place: what an event holds stays as it was sent. */
export class MessageList {
  readonly #messages: Message[] = []

  get all(): readonly Message[] {
    return this.#messages
  }

  find(id: string): Message | undefined {
    return this.#messages.find(({ info }) => info.id === id)
  }

  /** Adds a message, or replaces the info of the one of its id. */
  put(info: Message['info']): void {
    const at = this.#indexOf(info.id)
    const parts = this.#messages[at]?.parts ?? []
    this.#messages.splice(at === -1 ? this.#messages.length : at, at === -1 ? 0 : 1, { info, parts })
  }

  /**
   * Adds a part to its message, or replaces the one of its id, which stays where it is. One of a message that is not here is not kept
   * (captures/1.18.33-probed/14f-unknown-ids.json).
   */
  putPart(part: Part): void {
    const holder = this.#messages.findIndex(({ parts }) => parts.some(({ id }) => id === part.id))
    const at = holder === -1 ? this.#indexOf(part.messageID) : holder
    const message = this.#messages[at]
    if (!message) return
    const own = { ...part, messageID: message.info.id }
    const parts = holder === -1 ? [...message.parts, own] : message.parts.map((old) => (old.id === part.id ? own : old))
    this.#messages.splice(at, 1, { info: message.info, parts })
  }

  /** Takes a message out and returns it. */
  remove(id: string): Message | undefined {
    const at = this.#indexOf(id)
    return at === -1 ? undefined : this.#messages.splice(at, 1)[0]
  }

  /** Takes a part out of its message and returns it. */
  removePart(messageID: string, partID: string): Part | undefined {
    const at = this.#indexOf(messageID)
    const message = this.#messages[at]
    const part = message?.parts.find(({ id }) => id === partID)
    if (!message || !part) return undefined
    this.#messages.splice(at, 1, { info: message.info, parts: message.parts.filter((kept) => kept !== part) })
    return part
  }

  #indexOf(id: string): number {
    return this.#messages.findIndex(({ info }) => info.id === id)
  }
}
