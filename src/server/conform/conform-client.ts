import { pause } from '../../http/real-timers.ts'
import { decodeEvents } from '../../wire/decode-events.ts'
import type { Envelope } from '../../wire/envelope.ts'
import { EVENT_SESSION_CREATED, EVENT_SESSION_IDLE } from '../../wire/event-types.ts'
import { isRecord } from '../../model/checks.ts'

/** What a server told: the events of the script's own sessions, and its answers in the order of the requests. */
export interface Recording {
  readonly events: readonly Envelope[]
  readonly answers: readonly RecordedAnswer[]
}

/** An exchange; `body` is parsed where it is JSON. */
export interface RecordedAnswer {
  readonly request: string
  readonly status: number
  readonly body: unknown
}

/** Where a script is played. */
export interface ConformTarget {
  readonly url: string
  readonly fetch: typeof fetch
  readonly directory: string
}

/** ms without an event after which a server is taken to have said all. */
const QUIET = 1000

/** ms that nothing in a script takes. */
const PATIENCE = 60_000

/** The model that a script runs on: opencode knows it, and the fake has its price. */
const model = { providerID: 'deepseek', modelID: 'deepseek-flash' }

/** A client that records what a server answers and tells. It listens from its creation to `close()`. */
export class ConformClient {
  readonly #target: ConformTarget
  readonly #stop = new AbortController()
  readonly #events: Envelope[] = []
  readonly #answers: RecordedAnswer[] = []
  #lastEvent = Date.now()

  private constructor(target: ConformTarget) {
    this.#target = target
  }

  /** Connects to the event stream of the target's directory. */
  static async connect(target: ConformTarget): Promise<ConformClient> {
    const client = new ConformClient(target)
    const response = await client.#send('GET', '/event', undefined, client.#stop.signal)
    if (!response.body) throw new Error(`GET /event answered ${response.status} without a stream`)
    void client.#listen(response.body)
    return client
  }

  /** The sessions that were created since the connection: what an earlier script left to be told is of others. */
  #ownSessions(): ReadonlySet<string> {
    const created = this.#events.filter(({ type }) => type === EVENT_SESSION_CREATED)
    return new Set(created.map(({ sessionID }) => sessionID ?? ''))
  }

  /** Stops whatever the script's sessions still do. */
  async abortSessions(): Promise<void> {
    for (const id of this.#ownSessions()) {
      await this.#send('POST', `/session/${id}/abort`, undefined, AbortSignal.timeout(PATIENCE))
    }
  }

  /** What was told so far of the sessions that were created meanwhile. */
  recording(): Recording {
    const own = this.#ownSessions()
    return { events: this.#events.filter(({ sessionID }) => own.has(sessionID ?? '')), answers: [...this.#answers] }
  }

  /** Ends the stream. */
  close(): void {
    this.#stop.abort()
  }

  /** Sends a request, records the answer, and gives its body. */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await this.#send(method, path, body, AbortSignal.timeout(PATIENCE))
    const text = await response.text()
    const parsed = parse(text)
    this.#answers.push({ request: `${method} ${path}`, status: response.status, body: parsed })
    return parsed
  }

  async createSession(title: string): Promise<string> {
    const session = await this.call('POST', '/session', { title })
    return isRecord(session) ? String(session['id']) : ''
  }

  /** Sends a prompt and waits for its answer. */
  prompt(session: string, text: string, extra: object = {}): Promise<unknown> {
    return this.call('POST', `/session/${session}/message`, { parts: [{ type: 'text', text }], model, ...extra })
  }

  /** Resolves to the first event that fits, from the beginning of the stream on. */
  async waitFor(what: string, fits: (event: Envelope) => boolean): Promise<Envelope> {
    for (const started = Date.now(); Date.now() - started < PATIENCE; await pause(10)) {
      const event = this.#events.find(fits)
      if (event) return event
    }
    throw new Error(`${this.#target.url} sent no ${what} within ${PATIENCE} ms`)
  }

  /** Resolves when the session is idle and nothing more comes. */
  async settled(session: string): Promise<void> {
    await this.waitFor('idle', ({ type, sessionID }) => type === EVENT_SESSION_IDLE && sessionID === session)
    while (Date.now() - this.#lastEvent < QUIET) await pause(50)
  }

  #send(method: string, path: string, body: object | undefined, signal: AbortSignal): Promise<Response> {
    const { url, directory, fetch } = this.#target
    const query = `${path.includes('?') ? '&' : '?'}directory=${encodeURIComponent(directory)}`
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return fetch(`${url}${path}${query}`, { method, signal, ...sent })
  }

  async #listen(body: ReadableStream<Uint8Array>): Promise<void> {
    try {
      for await (const event of decodeEvents(body)) {
        if (event.sessionID === undefined) continue
        this.#events.push(event)
        this.#lastEvent = Date.now()
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error
    }
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text.slice(0, 15) // a web page: that it is one is enough
  }
}
