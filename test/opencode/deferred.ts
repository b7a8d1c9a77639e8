/** A promise with its resolve and reject, for waiting on an event of the test's own. */
export function deferred<T = void>(): {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (reason: unknown) => void
} {
  let settle: { resolve: (value: T) => void; reject: (reason: unknown) => void } | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, resolve: (value) => settle?.resolve(value), reject: (reason) => settle?.reject(reason) }
}
