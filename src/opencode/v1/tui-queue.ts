import type { FakeRequest } from '../../http/fake-handler.ts'

/** What a terminal interface is asked to do: the path of the request, and its body. */
export interface TuiRequest {
  readonly path: string
  readonly body: unknown
}

/** The requests to a terminal interface, which it takes one by one with `GET /tui/control/next`. */
export class TuiQueue {
  readonly #requests: TuiRequest[] = []
  readonly #waiting: { readonly resolve: (request: TuiRequest) => void; readonly reject: (error: Error) => void }[] = []

  push(request: TuiRequest): void {
    const waiter = this.#waiting.shift()
    if (waiter) waiter.resolve(request)
    else this.#requests.push(request)
  }

  /** The oldest request that nobody took; waits for one. Rejects when the client leaves, who then takes none. */
  next(signal: FakeRequest['signal']): Promise<TuiRequest> {
    const known = signal.aborted ? undefined : this.#requests.shift()
    if (known) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject }
      const leave = (): void => {
        const at = this.#waiting.indexOf(waiter)
        if (at === -1) return
        this.#waiting.splice(at, 1)
        reject(new Error('the client left before the terminal was asked for anything'))
      }
      this.#waiting.push(waiter)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Nobody waits for a server that is closed. */
  close(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the server closed'))
  }
}
