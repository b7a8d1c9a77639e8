/** A promise with its resolve, for waiting on an event of the test's own. */
export function deferred<T = void>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  const settle: { resolve?: (value: T) => void } = {}
  const promise = new Promise<T>((resolve) => {
    settle.resolve = resolve
  })
  return { promise, resolve: (value) => settle.resolve?.(value) }
}

/** A few turns of the event loop: what was going to happen by itself has happened. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** An error and its causes as one line: `TypeError: fetch failed <- Error ECONNREFUSED: …`. Of any realm. */
export async function chainOf(promise: Promise<unknown>): Promise<string> {
  const links: string[] = []
  let error: unknown = await promise.then(
    () => new Error('it resolved'),
    (reason: unknown) => reason,
  )
  while (typeof error === 'object' && error !== null && 'name' in error && 'message' in error) {
    const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
    links.push(`${String(error.name)}${code}: ${String(error.message)}`)
    error = 'cause' in error ? error.cause : undefined
  }
  return links.join(' <- ')
}
