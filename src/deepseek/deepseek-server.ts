import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import { jsonResponse } from '../http/json-response.ts'
import { recordRequest } from '../http/request-record.ts'
import { type Clock, createClock } from '../model/clock.ts'
import { readReply } from '../model/read-reply.ts'
import { Script } from '../model/script.ts'
import { answerChat } from './answer-chat.ts'
import type { DeepSeekOptions } from './deepseek-options.ts'
import type { OpenRecord } from './deepseek-record.ts'
import { type DeepSeekSettings, readDeepSeekSettings } from './deepseek-settings.ts'
import { balance, listModels } from './account.ts'

/** Something that went another way than the test can have meant. */
export interface DeepSeekMiss {
  /** `route`: no such endpoint. `script`: a request that was not scripted. */
  readonly kind: 'route' | 'script'
  /** What happened, and what to do. */
  readonly message: string
  readonly request: OpenRecord
}

/** The fake DeepSeek API: its script, its records, and a pure handler. */
export class DeepSeekServer {
  readonly settings: DeepSeekSettings
  readonly clock: Clock
  readonly script: Script = new Script('turns', readReply)
  readonly requests: OpenRecord[] = []
  readonly misses: DeepSeekMiss[] = []
  readonly #sessionScripts = new Map<string, Script>()
  readonly #waiters = new Set<() => void>()
  readonly #closing = new AbortController()
  #answers = 0
  /** Requests that are under way. */
  inFlight = 0

  constructor(turns: unknown, options: DeepSeekOptions) {
    this.settings = readDeepSeekSettings(options)
    this.clock = createClock(this.settings.clock)
    if (turns !== undefined) this.script.add(turns)
  }

  /** Appends replies to the script, or to that of one session, which is used before it. */
  addScript(replies: unknown, sessionID?: string): void {
    if (sessionID === undefined) this.script.add(replies)
    else this.#sessionScript(sessionID).add(replies)
  }

  /** The script of a session, where it has one. */
  scriptOf(sessionID: string | undefined): Script | undefined {
    return sessionID === undefined ? undefined : this.#sessionScripts.get(sessionID)
  }

  /** How many scripted turns are left. */
  get remaining(): number {
    return [this.script, ...this.#sessionScripts.values()].reduce((sum, script) => sum + script.remaining, 0)
  }

  /** Counts answers, for ids that are the same in each run. */
  nextAnswer(): number {
    this.#answers += 1
    return this.#answers
  }

  /** Answers one request. It is recorded before anything else. What it throws is a connection that fails. */
  async handle(request: FakeRequest): Promise<FakeResponse> {
    const record: OpenRecord = {
      ...recordRequest(request),
      status: undefined,
      model: undefined,
      messages: [],
      tools: [],
      session: request.headers['x-session-id'],
      side: undefined,
      turn: undefined,
      reply: undefined,
      usage: undefined,
      hungUp: undefined,
      answered: false,
    }
    keepNewest(this.requests, record, this.settings.record)
    const response = await this.#answer(request, record)
    record.status ??= response.status ?? 200
    return { ...response, headers: { ...this.#headers(), ...response.headers } }
  }

  addMiss(miss: DeepSeekMiss): void {
    keepNewest(this.misses, miss, this.settings.record)
  }

  /** Resolves to the `n`th request for the model (from 1); rejects when the server closes before. */
  waitForRequest(n: number): Promise<OpenRecord> {
    return new Promise((resolve, reject) => {
      const waiter = (): void => {
        const found = this.requests.filter(({ side, path }) => !side && path.endsWith('/chat/completions'))[n - 1]
        if (found) resolve(found)
        else if (this.#closing.signal.aborted) reject(new Error(`fakeDeepSeek closed before request ${n}`))
        else return
        this.#waiters.delete(waiter)
      }
      this.#waiters.add(waiter)
      waiter()
    })
  }

  /** Tells who waits that a request came in. */
  announce(): void {
    for (const waiter of this.#waiters) waiter()
  }

  /** Stops all answers. */
  close(): void {
    this.#closing.abort(new Error('fakeDeepSeek was closed'))
    this.announce()
  }

  #answer(request: FakeRequest, record: OpenRecord): FakeResponse | Promise<FakeResponse> {
    const route = `${record.method} ${record.path}`
    if (/^POST (?:\/v1|\/beta)?\/chat\/completions$/.test(route)) {
      const signal = AbortSignal.any([request.signal, this.#closing.signal])
      return answerChat(this, { request, record, signal })
    }
    if (/^GET (?:\/v1)?\/models$/.test(route)) return listModels(this.settings, request)
    if (route === 'GET /user/balance') return balance(this.settings, request)
    this.addMiss({ kind: 'route', message: `${route} is no endpoint of this fake`, request: record })
    // As users of 2025 report it; the event_id is left out.
    return jsonResponse({ error_msg: 'Not Found. Please check the configuration.' }, { status: 404 })
  }

  #headers(): Record<string, string> {
    return {
      'x-ds-trace-id': (this.#answers + this.requests.length).toString(16).padStart(32, '0'),
      vary: 'origin, access-control-request-method, access-control-request-headers',
      'access-control-allow-credentials': 'true',
      'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
      'x-content-type-options': 'nosniff',
    }
  }

  #sessionScript(sessionID: string): Script {
    const known = this.#sessionScripts.get(sessionID)
    if (known) return known
    const made = new Script(`session('${sessionID}').script`, readReply)
    this.#sessionScripts.set(sessionID, made)
    return made
  }
}

function keepNewest<T>(list: T[], item: T, limit: number): void {
  list.push(item)
  if (list.length > limit) list.shift()
}
