import { Readable } from 'node:stream'
import { Dispatcher, errors } from './undici.ts'
import { carryAcrossRealms, isForeignRealm } from './cross-realm.ts'
import { boundaryOf, encodeFormData, isFormData, type FormDataLike } from './encode-form-data.ts'
import { Exchange } from './exchange.ts'
import { keepMicrotasks } from './keep-microtasks.ts'
import { liveClaim, type OriginClaim } from './fake-origins.ts'
import { isLoopback } from './is-loopback.ts'
import type { NetworkRules } from './network-rules.ts'
import { readHeaders } from './read-headers.ts'
import { requestUrl } from './read-fake-request.ts'
import { createResponseSink, type ResponseSink } from './response-sink.ts'
import { tellOpenFakes } from './tell-open-fakes.ts'

/**
 * What undici takes for the connections to one origin. Fakes open and close while undici keeps it, so it decides at each request:
 * the newest fake on the origin answers, else the rules refuse it, else it goes to the real network.
 */
export class OriginDispatcher extends Dispatcher {
  readonly #origin: string
  readonly #rules: NetworkRules
  readonly #real: Dispatcher
  readonly #pending: (origin: string) => readonly string[]
  readonly #exchanges = new Set<Exchange>()

  /** `pending` describes the user's interceptors that wait for this origin, for messages. */
  constructor(
    origin: string,
    { rules, real, pending }: { rules: NetworkRules; real: Dispatcher; pending: (origin: string) => readonly string[] },
  ) {
    super()
    this.#origin = origin
    this.#rules = rules
    this.#real = real
    this.#pending = pending
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    keepMicrotasks()
    const sink = createResponseSink(handler)
    const claim = liveClaim(this.#origin)
    if (claim) {
      this.#play(claim, options, sink)
      return true
    }
    const url = requestUrl(options, this.#origin)
    const refusal = this.#rules.refusal(url, { method: options.method, pending: this.#pending(this.#origin) })
    if (refusal) sink.error(carryAcrossRealms(refusal, { foreign: isForeignRealm }))
    else
      this.#real.dispatch(sendable(options, this.#origin), isLoopback(url.hostname) ? tellOpenFakes(handler) : handler)
    // Never false: that asks undici for another dispatcher beside this one, and the real network queues by itself.
    return true
  }

  override close(): Promise<void>
  override close(callback: () => void): void
  override close(callback?: () => void): Promise<void> | undefined {
    return this.#shutDown(callback)
  }

  override destroy(): Promise<void>
  override destroy(error: Error | null): Promise<void>
  override destroy(callback: () => void): void
  override destroy(error: Error | null, callback: () => void): void
  override destroy(error?: Error | null | (() => void), callback?: () => void): Promise<void> | undefined {
    return this.#shutDown(typeof error === 'function' ? error : callback)
  }

  #play(claim: OriginClaim, options: Dispatcher.DispatchOptions, sink: ResponseSink): void {
    if (options.upgrade || options.method === 'CONNECT') {
      sink.error(new errors.NotSupportedError(`${claim.label} speaks HTTP alone: it takes no WebSocket and no tunnel`))
      return
    }
    const hangUp = (): void => exchange.hangUp()
    const exchange = new Exchange({
      handler: claim.handler,
      options,
      origin: this.#origin,
      sink,
      onFinish: () => {
        claim.hangUps.delete(hangUp)
        this.#exchanges.delete(exchange)
      },
    })
    claim.hangUps.add(hangUp)
    this.#exchanges.add(exchange)
    void exchange.run()
  }

  /** A fake's stream may never end by itself: what is open is hung up, not waited for. */
  #shutDown(callback: (() => void) | undefined): Promise<void> | undefined {
    for (const exchange of this.#exchanges) exchange.hangUp()
    if (callback === undefined) return Promise.resolve()
    queueMicrotask(callback)
    return undefined
  }
}

/**
 * A dispatch on its way to a real server. fetch hands a MockAgent a form as it is, beside a content-type whose boundary undici's client
 * would then not use: it is encoded here, with that boundary.
 */
function sendable(options: Dispatcher.DispatchOptions, origin: string): Dispatcher.DispatchOptions {
  const form = options.body
  const boundary = isFormData(form) ? boundaryOf(readHeaders(options.headers)['content-type']) : undefined
  if (!isFormData(form) || boundary === undefined) return { ...options, origin }
  return { ...options, origin, body: Readable.from(encoded(form, boundary), { objectMode: false }) }
}

async function* encoded(form: FormDataLike, boundary: string): AsyncGenerator<Uint8Array> {
  yield await encodeFormData(form, boundary)
}
