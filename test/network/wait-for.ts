/** A promise with its resolve, for waiting on an event of the test's own. */
export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value) => resolve(value) }
}

/** A few turns of the event loop: what was going to happen by itself has happened. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** An error and its causes as one line: `TypeError: fetch failed <- Error ECONNREFUSED: …`. */
export async function chainOf(promise: Promise<unknown>): Promise<string> {
  const links: string[] = []
  let error: unknown = await promise.then(
    () => new Error('it resolved'),
    (reason: unknown) => reason,
  )
  while (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
    links.push(`${error.name}${code}: ${error.message}`)
    error = error.cause
  }
  return links.join(' <- ')
}
