import { errors, type Dispatcher } from './undici.ts'
import type { HeaderLine } from './header-lines.ts'

/**
 * Where an answer goes: undici's dispatcher callbacks, of either generation. `onConnect`, `onHeaders`, … are those of undici 5 to 7 and
 * of every built-in fetch; `onRequestStart`, `onResponseStart`, … those of interceptors and of undici 8.
 */
export interface ResponseSink {
  /** Hands the client its way to leave. A client that has left already calls `abort` from within. */
  connect(abort: (reason?: Error) => void): void
  headers(status: number, headers: readonly HeaderLine[], statusText: string): void
  data(chunk: Buffer): void
  end(trailers: readonly HeaderLine[]): void
  error(error: Error): void
  /** Resolves when the client takes more data; stays pending while it pauses. */
  ready(): Promise<void>
}

/** The sink for a handler. Throws undici's InvalidArgumentError for one that cannot be told of an error, as undici does. */
export function createResponseSink(handler: Dispatcher.DispatchHandler): ResponseSink {
  if (handler.onRequestStart) return new ControllerSink(handler)
  if (typeof handler.onError !== 'function') throw new errors.InvalidArgumentError('invalid onError method')
  return new CallbackSink(handler)
}

/** Back-pressure: closed by the client's pause, opened by its resume. */
class Gate {
  paused = false
  #waiting: (() => void)[] = []

  resume(): void {
    this.paused = false
    for (const proceed of this.#waiting.splice(0)) proceed()
  }

  ready(): Promise<void> {
    return this.paused ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve()
  }
}

class CallbackSink implements ResponseSink {
  readonly #handler: Dispatcher.DispatchHandler
  readonly #gate = new Gate()

  constructor(handler: Dispatcher.DispatchHandler) {
    this.#handler = handler
  }

  connect(abort: (reason?: Error) => void): void {
    this.#handler.onConnect?.(abort)
  }

  headers(status: number, headers: readonly HeaderLine[], statusText: string): void {
    this.#handler.onResponseStarted?.()
    const more = this.#handler.onHeaders?.(status, rawLines(headers), () => this.#gate.resume(), statusText)
    if (more === false) this.#gate.paused = true
  }

  data(chunk: Buffer): void {
    // Only `false` pauses: fetch answers nothing at all for a body it throws away.
    if (this.#handler.onData?.(chunk) === false) this.#gate.paused = true
  }

  end(trailers: readonly HeaderLine[]): void {
    this.#handler.onComplete?.(trailers.flat())
  }

  error(error: Error): void {
    this.#handler.onError?.(error)
  }

  ready(): Promise<void> {
    return this.#gate.ready()
  }
}

class ControllerSink implements ResponseSink {
  readonly #handler: Dispatcher.DispatchHandler
  readonly #gate: Gate
  readonly #controller: Dispatcher.DispatchController
  #abort: ((reason?: Error) => void) | undefined

  constructor(handler: Dispatcher.DispatchHandler) {
    this.#handler = handler
    const gate = (this.#gate = new Gate())
    let reason: Error | null = null
    let aborted = false
    this.#controller = {
      get aborted() {
        return aborted
      },
      get reason() {
        return reason
      },
      get paused() {
        return gate.paused
      },
      rawHeaders: null,
      rawTrailers: null,
      pause: () => void (gate.paused = true),
      resume: () => gate.resume(),
      abort: (why) => {
        if (aborted) return
        aborted = true
        reason = why
        this.#abort?.(why)
      },
    }
  }

  connect(abort: (reason?: Error) => void): void {
    this.#abort = abort
    this.#handler.onRequestStart?.(this.#controller, null)
  }

  headers(status: number, headers: readonly HeaderLine[], statusText: string): void {
    this.#controller.rawHeaders = rawLines(headers)
    this.#handler.onResponseStart?.(this.#controller, status, headerRecord(headers), statusText)
  }

  data(chunk: Buffer): void {
    this.#handler.onResponseData?.(this.#controller, chunk)
  }

  end(trailers: readonly HeaderLine[]): void {
    this.#controller.rawTrailers = rawLines(trailers)
    this.#handler.onResponseEnd?.(this.#controller, headerRecord(trailers))
  }

  error(error: Error): void {
    this.#handler.onResponseError?.(this.#controller, error)
  }

  ready(): Promise<void> {
    return this.#gate.ready()
  }
}

function rawLines(lines: readonly HeaderLine[]): Buffer[] {
  return lines.flatMap(([name, value]) => [Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1')])
}

function headerRecord(lines: readonly HeaderLine[]): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {}
  for (const [name, value] of lines) {
    const key = name.toLowerCase()
    const present = record[key]
    record[key] = present === undefined ? value : [present, value].flat()
  }
  return record
}
