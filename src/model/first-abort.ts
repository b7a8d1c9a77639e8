/**
 * A signal that aborts as soon as one of `signals` does, with its reason. Not `AbortSignal.any`, which refuses signals of another realm,
 * and which Jest 29's jsdom does not have.
 */
export function firstAbort(...signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const stops = signals.map((signal) => {
    const stop = (): void => {
      controller.abort(signal.reason)
      release()
    }
    return { signal, stop }
  })
  const release = (): void => {
    for (const { signal, stop } of stops) signal.removeEventListener('abort', stop)
  }
  for (const { signal, stop } of stops) {
    if (controller.signal.aborted) break
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  }
  return controller.signal
}
