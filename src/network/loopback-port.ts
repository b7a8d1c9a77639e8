import type { FakeHandler } from '../http/fake-handler.ts'
import { listen, type Listener, type ListenOptions } from './listen.ts'

/** The loopback port of a fake: none until it is opened, and one for all who ask. */
export class LoopbackPort {
  readonly #handler: FakeHandler
  readonly #label: string
  #opening: Promise<Listener> | undefined
  #listener: Listener | undefined
  /** Why it opens no more. */
  #closed: string | undefined

  constructor(handler: FakeHandler, label: string) {
    this.#handler = handler
    this.#label = label
  }

  /** Its URL while it is open, and after. */
  get url(): string | undefined {
    return this.#listener?.url
  }

  /** Resolves to its URL; opens it unless it is open. Rejects as listen() does, and once it was closed. */
  async open(options: ListenOptions): Promise<string> {
    if (this.#closed !== undefined) throw new Error(`this ${this.#label} cannot listen any more: ${this.#closed}`)
    this.#opening ??= listen(this.#handler, options)
    try {
      this.#listener = await this.#opening
      return this.#listener.url
    } catch (error) {
      this.#opening = undefined // a port that is taken: the next call may ask for another
      throw error
    }
  }

  /** Breaks what is open and gives the port back, also one that is just being opened. */
  async close(reason: string): Promise<void> {
    this.#closed ??= reason
    // A port that could not be had has told so to its own caller.
    const listener = await this.#opening?.catch(() => undefined)
    await listener?.close()
  }
}
