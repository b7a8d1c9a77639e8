import type { DeepSeekOptions } from '../deepseek/deepseek-options.ts'
import type { DeepSeekRequest } from '../deepseek/deepseek-record.ts'
import { type DeepSeekMiss, DeepSeekServer } from '../deepseek/deepseek-server.ts'
import { type CostOptions, costOfRequest } from '../deepseek/cost-of-requests.ts'
import { type ModelPrompt, modelPrompts } from '../model/model-prompts.ts'
import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import { InvalidOptionError } from '../errors.ts'
import { checkChoice, checkInteger, checkKeys, checkRecord, isRecord } from '../model/checks.ts'
import type { Reply } from '../model/turn.ts'
import { claimOrigins } from '../network/fake-origins.ts'
import type { ListenOptions } from '../network/listen.ts'
import { LoopbackPort } from '../network/loopback-port.ts'
import { toFetch } from '../network/to-fetch.ts'
import { closedFake } from './closed-fake.ts'
import { reportOf } from './fake-report.ts'
import { adoptFake } from './open-fakes.ts'
import { readScript } from './read-script.ts'
import type { SessionScript } from './session-script.ts'

/** What a client of the fake is made with: `new OpenAI(fake.clientOptions())`, `createDeepSeek(fake.clientOptions())`. */
export interface ClientOptions {
  readonly baseURL: string
  readonly apiKey: string
  readonly maxRetries: number
  /** ms */
  readonly timeout: number
}

/**
 * A fake DeepSeek API, open from its creation until its test ends or `close()` is called. Requests to its `url` reach it wherever the
 * network is installed (a setup entry, or `installNetwork()`); `fetch` reaches it always, `listen()` opens a loopback port.
 */
export class FakeDeepSeek {
  readonly #turns: Iterable<Reply>
  readonly #options: DeepSeekOptions
  readonly #port: LoopbackPort
  readonly #claim: ReturnType<typeof claimOrigins>
  readonly #disown: () => void
  #server: DeepSeekServer
  /** Why it is closed; undefined while it is open. */
  #closed: string | undefined
  /** A `fetch` that this fake answers, whatever the URL's origin; needs no installed network. */
  readonly fetch: typeof fetch

  constructor(turns: Iterable<Reply>, options: DeepSeekOptions) {
    if (isRecord(turns) && 'script' in turns) {
      const expected = 'a list of Replies, as in fakeDeepSeek([…]): { script } is an option of fakeOpencode'
      throw new InvalidOptionError({ path: 'turns', expected, received: turns })
    }
    // A one-shot iterable must survive a reset.
    this.#turns = readScript(turns)
    this.#options = { ...options }
    this.#server = new DeepSeekServer(this.#turns, options)
    const origins = [this.#server.settings.baseUrl]
    this.#disown = adoptFake({
      origins,
      close: (reason) => this.#close(reason),
      report: () => reportOf('fakeDeepSeek', this, this.#server.left),
    })
    const handler = (request: FakeRequest): Promise<FakeResponse> => this.#handle(request)
    this.#claim = claimOrigins({ origins, handler, label: 'fakeDeepSeek' })
    this.#port = new LoopbackPort(handler, 'fakeDeepSeek')
    this.fetch = toFetch(handler)
  }

  /** Where it answers, without a trailing slash: its loopback address once it listens. */
  get url(): string {
    return this.#port.url ?? this.#server.settings.baseUrl
  }

  /** Every request so far, oldest first, also those that were refused. Keys are redacted. */
  get requests(): readonly DeepSeekRequest[] {
    return [...this.#server.requests]
  }

  /** The newest request; undefined before the first. */
  get lastRequest(): DeepSeekRequest | undefined {
    return this.#server.requests.at(-1)
  }

  /** How many requests came for the model; opencode's own side calls are not counted. */
  get count(): number {
    return this.#server.counted
  }

  /** How many scripted turns are left. */
  get remaining(): number {
    return this.#server.remaining
  }

  /** What the test cannot have meant: unknown routes, requests beyond the script. */
  get misses(): readonly DeepSeekMiss[] {
    return [...this.#server.misses]
  }

  /** The texts of the prompts that clients sent. */
  get prompts(): readonly string[] {
    return this.sentPrompts.map(({ text }) => text)
  }

  /** The prompts that clients sent, each once, however often a tool loop sent it again. */
  get sentPrompts(): readonly ModelPrompt[] {
    return modelPrompts(this.#server.requests, { providerID: 'deepseek' })
  }

  /** Appends turns: each answers one request. Throws InvalidOptionError for what is no Reply. */
  script(...turns: readonly Reply[]): void {
    this.#server.addScript(turns)
  }

  /** The script of one opencode session, by its `x-session-id`. */
  session(id: string): SessionScript {
    return { script: (...turns) => this.#server.addScript(turns, id) }
  }

  /** Starts over as if newly created, with `options` over those it was created with (`baseUrl` stays); answers under way stop. */
  reset(options: Omit<DeepSeekOptions, 'baseUrl'> = {}): void {
    checkRecord('reset(options)', options)
    const { baseUrl } = this.#server.settings
    const fresh = new DeepSeekServer(this.#turns, { ...this.#options, ...options, baseUrl })
    this.#server.close()
    this.#server = fresh
  }

  /** Opens a loopback port for clients outside this process, and resolves to its URL. The interceptor on `baseUrl` stays. */
  listen(options: ListenOptions = {}): Promise<string> {
    return this.#port.open(options)
  }

  /** What a client is made with to reach this fake, without retries of its own. */
  clientOptions(): ClientOptions {
    return { baseURL: this.url, apiKey: this.#server.settings.apiKey ?? 'sk-fake', maxRetries: 0, timeout: 10_000 }
  }

  /** Resolves to the `n`th request for the model (from 1) as soon as it came; rejects when the fake closes before. */
  waitForRequest(n = 1): Promise<DeepSeekRequest> {
    checkInteger('waitForRequest(n)', n, { min: 1 })
    return this.#server.waitForRequest(n)
  }

  /** USD of one request's answer, or of all, by the profile's off-peak prices; `{ tier: 'clock' }` counts peak hours. */
  cost(request?: DeepSeekRequest, options: CostOptions = {}): number {
    const { profile } = this.#server.settings
    checkKeys('cost(options)', options, ['tier'])
    checkChoice('cost(options).tier', options.tier ?? 'off-peak', ['off-peak', 'clock'])
    const billed = request ? [request] : this.#server.requests.filter(({ number }) => number !== undefined)
    const sum = billed.reduce((usd, one) => usd + costOfRequest(one, profile, options), 0)
    // Takes back what adding binary fractions adds.
    return Number(sum.toPrecision(15))
  }

  /** Stops all answers and gives its origin and port back. Records stay readable. */
  close(): Promise<void> {
    return this.#close('it was closed')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #handle(request: FakeRequest): Promise<FakeResponse> {
    if (this.#closed === undefined) return this.#server.handle(request)
    throw closedFake(request, 'fakeDeepSeek', this.#closed)
  }

  async #close(reason: string): Promise<void> {
    this.#closed ??= reason
    this.#disown()
    this.#server.close()
    this.#claim.release(reason)
    await this.#port.close(reason)
  }
}

/**
 * Opens a fake DeepSeek API that answers with `turns`, one a request. Throws InvalidOptionError, which names the item or option and what
 * was expected, for one that cannot be right.
 *
 * @example
 * const deepseek = fakeDeepSeek(['Hello.'])
 * const client = new OpenAI(deepseek.clientOptions())
 */
export const fakeDeepSeek = (turns: Iterable<Reply> = [], options: DeepSeekOptions = {}): FakeDeepSeek =>
  new FakeDeepSeek(turns, options)
