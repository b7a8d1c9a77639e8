import type { BodyChunk } from '../http/fake-handler.ts'
import type { BodyIterator } from '../http/iterate-body.ts'

/**
 * A body as the byte stream of a `Response`: read on demand, errored with what the body throws, released when its reader cancels
 * (`onCancel`) or `signal` aborts, which errors it with the signal's reason. `onEnd` is called once, when nothing more comes.
 */
export function responseStream(
  body: BodyIterator<BodyChunk>,
  { signal, onCancel, onEnd }: { signal: AbortSignal; onCancel: (reason: unknown) => void; onEnd: () => void },
): ReadableStream<Uint8Array> {
  let abort: (() => void) | undefined
  const end = (): void => {
    if (abort) signal.removeEventListener('abort', abort)
    onEnd()
  }
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      abort = () => {
        end()
        body.release(signal.reason)
        controller.error(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
    },
    async pull(controller) {
      const chunk = await nextChunk(body).catch((error: unknown) => {
        if (!signal.aborted) end()
        throw error
      })
      if (signal.aborted) return
      if (chunk) {
        controller.enqueue(chunk)
        return
      }
      end()
      controller.close()
      // A read into the caller's own buffer is answered by this alone.
      controller.byobRequest?.respond(0)
    },
    cancel(reason) {
      end()
      body.release(reason)
      onCancel(reason)
    },
  })
}

/** The next chunk that holds something, copied: a byte stream takes the buffer it is given for its own. */
async function nextChunk(body: BodyIterator<BodyChunk>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (;;) {
    const result = await body.next()
    if (result.done) return undefined
    if (result.value.length > 0) return new Uint8Array(Buffer.from(result.value))
  }
}
