/** Thrown into what waits for a request when the person says no. `ends`: whether the turn ends with it. */
export class RequestRefused extends Error {
  readonly ends: boolean

  constructor(message: string, { ends }: { ends: boolean }) {
    super(message)
    this.ends = ends
  }
}

interface Entry<Info, Answer> {
  readonly info: Info
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}

/**
 * What a server asked a person and still waits for, oldest first. An abort ends the waiting and not the request: the real server
 * leaves it in the list (captures/1.18.33/11e-permission-abort-while-asking.json).
 */
export class PendingRequests<Info extends { readonly id: string; readonly sessionID: string }, Answer> {
  readonly #entries = new Map<string, Entry<Info, Answer>>()

  get all(): readonly Info[] {
    return [...this.#entries.values()].map(({ info }) => info)
  }

  /** Adds a request; resolves to its answer, rejects when it is refused or the signal aborts. */
  wait(info: Info, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(signal.reason)
      const settle = (): void => signal.removeEventListener('abort', stop)
      this.#entries.set(info.id, {
        info,
        resolve: (answer) => {
          settle()
          resolve(answer)
        },
        reject: (reason) => {
          settle()
          reject(reason)
        },
      })
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    })
  }

  /** Takes a request out of the list. undefined: there is none of this id. */
  take(id: string): Entry<Info, Answer> | undefined {
    const entry = this.#entries.get(id)
    this.#entries.delete(id)
    return entry
  }
}
