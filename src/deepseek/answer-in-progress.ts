import type { OpenRecord } from './deepseek-record.ts'

/**
 * One answer while it is under way: it counts as in flight until it is over, however it ends. Watched from outside the body's generator,
 * which never runs where a client leaves before it read anything.
 */
export class AnswerInProgress {
  readonly #abort = new AbortController()
  readonly #record: OpenRecord
  readonly #client: AbortSignal
  readonly #onOver: (progress: AnswerInProgress) => void
  #delivered = 0
  #over = false

  /** `client` aborts when the client leaves; `onOver` is called once. */
  constructor(
    record: OpenRecord,
    { client, onOver }: { client: AbortSignal; onOver: (progress: AnswerInProgress) => void },
  ) {
    this.#record = record
    this.#client = client
    this.#onOver = onOver
    client.addEventListener('abort', this.#clientLeft)
    if (client.aborted) this.#clientLeft()
  }

  /** Aborts when the client leaves or the answer is stopped, whichever is first. */
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
    this.#onOver(this)
  }

  /** Breaks the answer off: the fake closes. */
  stop(reason: unknown): void {
    this.end()
    this.#abort.abort(reason)
  }

  readonly #clientLeft = (): void => {
    this.#record.hungUp = { after: this.#delivered }
    this.stop(this.#client.reason)
  }
}
