import type { FakeOpencode } from 'opencode-testing'

/** One frame, parsed: an event on `/event`, an envelope on `/global/event`. */
export type Frame = Readonly<Record<string, unknown>>

/** An event stream that is being read. */
export interface OpenStream {
  readonly response: Response
  /** The frames so far. */
  readonly frames: readonly Frame[]
  /** What was read so far, as the server sent it. */
  readonly text: () => string
  /** Resolves when a frame that fits is there; rejects when the stream ends before. */
  readonly until: (fits: (frame: Frame) => boolean) => Promise<Frame>
  /** Resolves to 'ended' when the stream ends by itself, else to what it failed with. */
  readonly ended: Promise<unknown>
  /** Leaves the stream, as a client that has seen enough. */
  readonly leave: () => Promise<void>
}

/** Opens an event stream of the fake, past any network; resolves when the first frame is there. */
export async function readStream(opencode: FakeOpencode, path: string, init: RequestInit = {}): Promise<OpenStream> {
  const response = await opencode.fetch(`${opencode.url}${path}`, init)
  if (!response.body) throw new Error(`${path} has no body`)
  const reader = response.body.getReader()
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  let text = ''
  let over = false
  const wake = (): void => waiting.forEach((check) => check())
  const ended = readAll().then(
    () => finish('ended'),
    (error: unknown) => finish(error),
  )
  await until(() => true)
  return { response, frames, text: () => text, until, ended, leave: () => reader.cancel() }

  function finish(how: unknown): unknown {
    over = true
    wake()
    return how
  }

  async function readAll(): Promise<void> {
    const decoder = new TextDecoder()
    // Comments are no frames.
    let read = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const whole = text.split('\n\n').slice(0, -1)
      for (const frame of whole.slice(read)) if (frame.startsWith('data: ')) frames.push(JSON.parse(frame.slice(6)))
      read = whole.length
      wake()
    }
  }

  function until(fits: (frame: Frame) => boolean): Promise<Frame> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const frame = frames.find(fits)
        if (!frame && !over) return
        waiting.delete(check)
        if (frame) resolve(frame)
        else reject(new Error(`the stream ${path} ended after ${frames.length} frames, and none fits`))
      }
      waiting.add(check)
      check()
    })
  }
}
