import { STATUS_CODES } from 'node:http'
import { isNativeError } from 'node:util/types'
import { errors, type Dispatcher } from './undici.ts'
import type { BodyChunk, FakeHandler, FakeResponse } from '../http/fake-handler.ts'
import type { BodyIterator } from '../http/iterate-body.ts'
import { delivered } from './delivered.ts'
import { carryAcrossRealms, isForeignRealm } from './cross-realm.ts'
import { headerLines } from './header-lines.ts'
import { isBodiless } from './is-bodiless.ts'
import { iterateResponse } from './iterate-response.ts'
import { keepMicrotasks } from './keep-microtasks.ts'
import { readFakeRequest } from './read-fake-request.ts'
import type { ResponseSink } from './response-sink.ts'
import { startTimer } from './start-timer.ts'

/**
 * One request and its answer between a client of undici and a fake: what is a socket in a real client. Either side may leave at any
 * time; whatever is then still on its way is dropped, and the other side is told.
 */
export class Exchange {
  readonly #handler: FakeHandler
  readonly #options: Dispatcher.DispatchOptions
  readonly #origin: string
  readonly #sink: ResponseSink
  readonly #onFinish: () => void
  /** The request's `signal`: tells the fake that the connection is gone. */
  readonly #connection = new AbortController()
  #body: BodyIterator<BodyChunk> | undefined
  #stopTimer: () => void = () => undefined
  #finished = false

  constructor({
    handler,
    options,
    origin,
    sink,
    onFinish,
  }: {
    handler: FakeHandler
    options: Dispatcher.DispatchOptions
    origin: string
    sink: ResponseSink
    onFinish: () => void
  }) {
    this.#handler = handler
    this.#options = options
    this.#origin = origin
    this.#sink = sink
    this.#onFinish = onFinish
  }

  /** Plays the exchange. It reports through the sink alone. */
  async run(): Promise<void> {
    this.#sink.connect((reason) => this.#fail(reason ?? new errors.RequestAbortedError()))
    if (this.#finished) return
    try {
      const response = await this.#answer()
      const body = iterateResponse(response)
      // The client left while the fake was thinking: the body it made is let go all the same.
      if (this.#finished) body.release(this.#connection.signal.reason)
      else await this.#send(response, body)
    } catch (error) {
      this.#fail(carry(toError(error)))
    }
  }

  /** The fake's side leaves: the client sees a connection that breaks. Nothing happens after the end. */
  hangUp(cause?: unknown): void {
    const error = new errors.SocketError('other side closed')
    if (cause !== undefined) Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true })
    this.#fail(carry(error))
  }

  async #answer(): Promise<FakeResponse> {
    const { signal } = this.#connection
    const request = await readFakeRequest(this.#options, { origin: this.#origin, signal })
    signal.throwIfAborted()
    this.#startTimer(this.#options.headersTimeout, () => new errors.HeadersTimeoutError())
    const response = await this.#handler(request)
    this.#stopTimer()
    return response
  }

  async #send(response: FakeResponse, body: BodyIterator<BodyChunk>): Promise<void> {
    this.#body = body
    const status = response.status ?? 200
    const headers = headerLines(response.headers)
    this.#tell(() => this.#sink.headers(status, headers, STATUS_CODES[status] ?? 'unknown'))
    if (isBodiless(this.#options.method, status)) body.release()
    else await this.#sendBody(body)
    if (this.#finished) return
    this.#finish()
    try {
      this.#sink.end(headerLines(response.trailers))
    } catch (error) {
      this.#sink.error(toError(error))
    }
  }

  async #sendBody(body: BodyIterator<BodyChunk>): Promise<void> {
    while (!this.#finished) {
      await this.#sink.ready()
      const chunk = await this.#nextChunk(body)
      if (chunk === undefined || this.#finished) return
      if (chunk.length > 0) this.#tell(() => this.#sink.data(chunk))
    }
  }

  /** The next chunk as bytes of its own; nothing at the end, and when the connection is gone. */
  async #nextChunk(body: BodyIterator<BodyChunk>): Promise<Buffer | undefined> {
    if (this.#finished) return undefined
    this.#startTimer(this.#options.bodyTimeout, () => new errors.BodyTimeoutError())
    try {
      const result = await body.next()
      return result.done ? undefined : Buffer.from(result.value)
    } catch (error) {
      this.#stopTimer()
      await delivered('here')
      this.hangUp(error)
      return undefined
    } finally {
      this.#stopTimer()
    }
  }

  /** Calls the client back. What its callback throws ends the exchange, as in undici. */
  #tell(callback: () => void): void {
    if (this.#finished) return
    keepMicrotasks()
    try {
      callback()
    } catch (error) {
      this.#fail(toError(error))
    }
  }

  #startTimer(milliseconds: number | null | undefined, timeout: () => Error): void {
    this.#stopTimer = startTimer(milliseconds, () => this.#fail(carry(timeout())))
  }

  #fail(error: Error): void {
    if (this.#finished) return
    this.#finish()
    this.#connection.abort(error)
    this.#body?.release(error)
    this.#sink.error(error)
  }

  #finish(): void {
    keepMicrotasks()
    this.#finished = true
    this.#stopTimer()
    this.#onFinish()
  }
}

/** For what the client did not know before. Its own abort reason goes back as it came. */
function carry(error: Error): Error {
  return carryAcrossRealms(error, { foreign: isForeignRealm })
}

function toError(error: unknown): Error {
  if (isError(error)) return error
  // Clients of undici look into what they are handed as into an Error.
  return new Error('a fake failed with a value that is no Error', { cause: error })
}

/** Also an error of another realm, as Node's own are in a vm context. */
function isError(value: unknown): value is Error {
  return (
    value instanceof Error || isNativeError(value) || Object.prototype.toString.call(value) === '[object DOMException]'
  )
}
