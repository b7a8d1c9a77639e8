import type { OpenRecord } from './deepseek-record.ts'

/**
 * One answer while it is under way: it counts as in flight until it is over, however it ends. Watched from outside the body's generator,
 * which never runs where a client leaves before it read anything.
 */
export class AnswerInProgress {
  readonly #abort = new AbortController()
  readonly #record: OpenRecord
  readonly #client: AbortSignal
  readonly #closing: AbortSignal
  readonly #onOver: () => void
  #delivered = 0
  #over = false

  /** `client` aborts when the client leaves, `closing` when the fake closes; `onOver` is called once. */
  constructor(
    record: OpenRecord,
    { client, closing, onOver }: { client: AbortSignal; closing: AbortSignal; onOver: () => void },
  ) {
    this.#record = record
    this.#client = client
    this.#closing = closing
    this.#onOver = onOver
    client.addEventListener('abort', this.#clientLeft)
    closing.addEventListener('abort', this.#fakeCloses)
    if (closing.aborted) this.#fakeCloses()
    else if (client.aborted) this.#clientLeft()
  }

  /** Aborts when the client leaves or the fake closes, whichever is first. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** A delta of the content was handed to the transport. */
  deliver(): void {
    this.#delivered += 1
  }

  /** The finish was handed to the transport: whatever the client does now, it has its answer. */
  finish(): void {
    this.#record.answered = true
  }

  /** Nothing more comes. */
  end(): void {
    if (this.#over) return
    this.#over = true
    this.#client.removeEventListener('abort', this.#clientLeft)
    this.#closing.removeEventListener('abort', this.#fakeCloses)
    this.#onOver()
  }

  readonly #clientLeft = (): void => {
    this.#record.hungUp = { after: this.#delivered }
    this.#leave(this.#client.reason)
  }

  readonly #fakeCloses = (): void => this.#leave(this.#closing.reason)

  #leave(reason: unknown): void {
    this.end()
    this.#abort.abort(reason)
  }
}
