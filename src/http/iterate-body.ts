/** A body being read. */
export interface BodyIterator<T> {
  next(): Promise<IteratorResult<T, unknown>>
  /** Tells the producer that nobody reads any more. Returns at once, also while a `next()` waits. */
  release(reason?: unknown): void
}

/**
 * Reads any body. A web `ReadableStream` is a valid `AsyncIterable`, but its iterator's `return()` waits behind a pending `next()`,
 * so that an idle stream would never learn that its client left: its reader's `cancel()` does not wait
 * (facts/undici-and-runners.md section 2).
 */
export function iterateBody<T>(body: AsyncIterable<T> | Iterable<T>): BodyIterator<T> {
  if (isReadableStream<T>(body)) {
    const reader = body.getReader()
    return { next: () => reader.read(), release: (reason) => forget(reader.cancel(reason)) }
  }
  const iterator = Symbol.asyncIterator in body ? body[Symbol.asyncIterator]() : body[Symbol.iterator]()
  return {
    next: async () => iterator.next(),
    release: () => forget(new Promise((resolve) => resolve(iterator.return?.()))),
  }
}

function isReadableStream<T>(body: object): body is ReadableStream<T> {
  return 'getReader' in body && typeof body.getReader === 'function'
}

/** A producer that fails while it is dismissed has nobody left to tell: the connection is gone. */
function forget(promise: Promise<unknown>): void {
  promise.then(undefined, () => undefined)
}
