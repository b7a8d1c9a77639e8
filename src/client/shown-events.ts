import type { Envelope } from '../wire/envelope.ts'

/** What an event stream has shown so far, by the numbers of durable events. */
export class ShownEvents {
  readonly #seqs = new Map<string, number>()
  #over = false

  /** Whether the event of this number was shown; a stream that is over has shown all that it ever will. */
  has(sessionID: string, seq: number): boolean {
    return this.#over || (this.#seqs.get(sessionID) ?? -1) >= seq
  }

  /** The same events; each is noted when the next one is asked for. */
  async *noting(events: AsyncIterable<Envelope>): AsyncGenerator<Envelope> {
    try {
      for await (const event of events) {
        yield event
        if (event.sessionID !== undefined && event.seq !== undefined) this.#seqs.set(event.sessionID, event.seq)
      }
    } finally {
      this.#over = true
    }
  }
}
