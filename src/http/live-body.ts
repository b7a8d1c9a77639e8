import type { BodyChunk } from './fake-handler.ts'

type Result = IteratorResult<BodyChunk, undefined>
interface Waiter {
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const done: Result = { done: true, value: undefined }

/**
 * A body that is written while it is read: a queue between a fake's state and one client. It is read once. Nothing is lost: chunks
 * pushed before `end()` or `fail()` are delivered first. Its iterator's `return()` settles at once, also while a `next()` waits: a
 * generator's would wait behind it, and a client that leaves an idle stream would never be noticed (facts/undici-and-runners.md
 * section 2).
 */
export class LiveBody implements AsyncIterable<BodyChunk> {
  readonly #onCancel: (() => void) | undefined
  readonly #chunks: BodyChunk[] = []
  readonly #waiters: Waiter[] = []
  #closed = false
  #failure: { readonly error: unknown } | undefined
  /** The consumer was told of the end or the failure, or has left. */
  #finished = false

  /** `onCancel` is called once, when the consumer leaves before it was told of the end. */
  constructor({ onCancel }: { onCancel?: (() => void) | undefined } = {}) {
    this.#onCancel = onCancel
  }

  /** True once nothing more is taken: after `end()`, after `fail()`, or when the consumer has left. */
  get closed(): boolean {
    return this.#closed
  }

  /** Writes a chunk. Does nothing once the body is closed, as a write to a client that has gone. */
  push(chunk: BodyChunk): void {
    if (this.#closed) return
    const waiter = this.#waiters.shift()
    if (waiter) waiter.resolve({ done: false, value: chunk })
    else this.#chunks.push(chunk)
  }

  /** Ends the body after what was pushed. */
  end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#finishWaiters()
  }

  /** Breaks the connection after what was pushed; the consumer gets `error`. */
  fail(error: unknown): void {
    if (this.#closed) return
    this.#closed = true
    this.#failure = { error }
    const waiter = this.#waiters.shift()
    if (waiter) waiter.reject(this.#takeFailure(error))
    this.#finishWaiters()
  }

  [Symbol.asyncIterator](): AsyncIterator<BodyChunk, undefined> {
    return { next: () => this.#next(), return: () => this.#leave() }
  }

  #next(): Promise<Result> {
    const value = this.#chunks.shift()
    if (value !== undefined) return Promise.resolve({ done: false, value })
    if (this.#failure) return Promise.reject(this.#takeFailure(this.#failure.error))
    if (this.#closed) {
      this.#finished = true
      return Promise.resolve(done)
    }
    return new Promise<Result>((resolve, reject) => this.#waiters.push({ resolve, reject }))
  }

  #leave(): Promise<Result> {
    const early = !this.#finished
    this.#closed = true
    this.#failure = undefined
    this.#chunks.length = 0
    this.#finishWaiters()
    this.#finished = true
    if (early) this.#onCancel?.()
    return Promise.resolve(done)
  }

  #takeFailure(error: unknown): unknown {
    this.#failure = undefined
    this.#finished = true
    return error
  }

  #finishWaiters(): void {
    if (this.#waiters.length > 0) this.#finished = true
    for (const waiter of this.#waiters.splice(0)) waiter.resolve(done)
  }
}
