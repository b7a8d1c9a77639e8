/** What `work` comes to, or the reason of an abort that comes first; `work` itself goes on. Leaves no listener behind. */
export function untilAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const settle = { stop: (): void => undefined }
  const aborted = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(signal.reason)
    settle.stop = () => signal.removeEventListener('abort', fail)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
  return Promise.race([work, aborted]).finally(() => settle.stop())
}
