import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import { jsonResponse } from '../http/json-response.ts'
import { recordRequest } from '../http/request-record.ts'
import { type Clock, createClock } from '../model/clock.ts'
import { keepNewest } from '../model/keep-newest.ts'
import { readReply } from '../model/read-reply.ts'
import { Script } from '../model/script.ts'
import { balance, listModels } from './account.ts'
import { answerChat } from './answer-chat.ts'
import type { AnswerInProgress } from './answer-in-progress.ts'
import { Attempts } from '../model/attempts.ts'
import { checkAuth } from './check-auth.ts'
import type { DeepSeekOptions } from './deepseek-options.ts'
import type { OpenRecord } from './deepseek-record.ts'
import { type DeepSeekSettings, readDeepSeekSettings } from './deepseek-settings.ts'
import { errorResponse } from './error-response.ts'
import { commonHeaders } from './common-headers.ts'

/** Something that went another way than the test can have meant. */
export interface DeepSeekMiss {
  /** `route`: no such endpoint. `script`: a request that was not scripted, or a script that throws. */
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
  readonly attempts: Attempts = new Attempts()
  readonly requests: OpenRecord[] = []
  readonly misses: DeepSeekMiss[] = []
  /** Answers that are under way. */
  readonly inFlight: Set<AnswerInProgress> = new Set()
  readonly #sessionScripts = new Map<string, Script>()
  readonly #waiters = new Set<() => void>()
  /** Why it is closed; undefined while it is open. */
  #closed: Error | undefined
  #answers = 0
  #traces = 0
  /** How many requests came for the model, without side calls. */
  counted = 0
  /** How many turns were ever scripted. */
  scripted = 0

  constructor(turns: unknown, options: DeepSeekOptions) {
    this.settings = readDeepSeekSettings(options)
    this.clock = createClock(this.settings.clock)
    this.addScript(turns)
  }

  /** Appends replies to the script, or to that of one session, which is used before it. */
  addScript(replies: unknown, sessionID?: string): void {
    const script = sessionID === undefined ? this.script : this.#sessionScript(sessionID)
    const before = script.remaining
    script.add(replies)
    this.scripted += script.remaining - before
  }

  /** The script of a session, where it has one. */
  scriptOf(sessionID: string | undefined): Script | undefined {
    return sessionID === undefined ? undefined : this.#sessionScripts.get(sessionID)
  }

  /** How many scripted turns are left. */
  get remaining(): number {
    return [this.script, ...this.#sessionScripts.values()].reduce((sum, script) => sum + script.remaining, 0)
  }

  /** What is left, one line for each reply. */
  get left(): readonly string[] {
    return [this.script, ...this.#sessionScripts.values()].flatMap((script) => script.left)
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
      time: this.clock.now(),
      number: undefined,
      attempt: 1,
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
    this.#traces += 1
    const headers = commonHeaders(this.#traces)
    const response = await this.#answer(request, record)
    record.status = response.status ?? 200
    const length = typeof response.body === 'string' && { 'content-length': String(Buffer.byteLength(response.body)) }
    return { ...response, headers: { ...headers, ...length, ...response.headers } }
  }

  addMiss(miss: DeepSeekMiss): void {
    keepNewest(this.misses, miss, this.settings.record)
  }

  /** Takes a request for the model into account, once its record says what it asks, and tells who waits for it. */
  count(record: OpenRecord): void {
    record.attempt = this.attempts.of(record)
    if (!record.side) {
      this.counted += 1
      record.number = this.counted
    }
    for (const waiter of this.#waiters) waiter()
  }

  /** Resolves to the `n`th request for the model (from 1); rejects when the server closes before, or keeps its record no more. */
  waitForRequest(n: number): Promise<OpenRecord> {
    return new Promise((resolve, reject) => {
      const waiter = (): void => {
        const found = this.requests.find(({ number }) => number === n)
        if (found) resolve(found)
        else if (this.counted >= n) reject(new Error(`fakeDeepSeek keeps no record of request ${n} any more`))
        else if (this.#closed) reject(new Error(`fakeDeepSeek closed before request ${n}`))
        else return
        this.#waiters.delete(waiter)
      }
      this.#waiters.add(waiter)
      waiter()
    })
  }

  /** Stops all answers. */
  close(): void {
    this.#closed ??= new Error('fakeDeepSeek was closed')
    for (const progress of this.inFlight) progress.stop(this.#closed)
    for (const waiter of this.#waiters) waiter()
  }

  #answer(request: FakeRequest, record: OpenRecord): FakeResponse | Promise<FakeResponse> {
    const route = `${record.method} ${record.path}`
    if (/^POST (?:\/v1|\/beta)?\/chat\/completions$/.test(route)) return answerChat(this, { request, record })
    const known = /^GET (?:\/v1)?\/models$/.test(route)
      ? listModels
      : route === 'GET /user/balance'
        ? balance
        : undefined
    if (!known) this.addMiss({ kind: 'route', message: `${route} is no endpoint of this fake`, request: record })
    const refused = checkAuth(request, this.settings.apiKey)
    if (refused) return errorResponse(refused)
    // As users of 2025 report it; the event_id is left out.
    const notFound = { error_msg: 'Not Found. Please check the configuration.' }
    return jsonResponse(known ? known(this.settings.profile) : notFound, { status: known ? 200 : 404 })
  }

  #sessionScript(sessionID: string): Script {
    const known = this.#sessionScripts.get(sessionID)
    if (known) return known
    const made = new Script(`session('${sessionID}').script`, readReply)
    this.#sessionScripts.set(sessionID, made)
    return made
  }
}
