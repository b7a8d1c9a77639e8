import { claimOrigins } from '../network/fake-origins.ts'
import { toFetch } from '../network/to-fetch.ts'
import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { checkRecord } from '../model/checks.ts'
import type { RunResult } from '../model/run-result.ts'
import type { Reply } from '../model/turn.ts'
import type { AgentOption } from '../opencode/agent-list.ts'
import type { OpencodeServerEvent } from '../opencode/event-hub.ts'
import type { FailOptions } from '../opencode/fail-rules.ts'
import type { McpStatusOption } from '../opencode/mcp-servers.ts'
import type { Miss } from '../opencode/miss.ts'
import type { OpencodeOptions } from '../opencode/opencode-options.ts'
import { ServerCore } from '../opencode/server-core.ts'
import type { SentPrompt } from '../opencode/v1/sent-prompt.ts'
import { V1Server } from '../opencode/v1/v1-server.ts'
import type { Message } from '../wire/message.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import { closedFake } from './closed-fake.ts'
import { adoptFake } from './open-fakes.ts'
import { loopbackSpellings } from './loopback-spellings.ts'
import { readScript } from './read-script.ts'

/** One session of a fake, to be scripted by itself. */
export interface SessionScript {
  /** Replies to this session alone, used before those of the fake. */
  script(...replies: readonly Reply[]): void
}

/**
 * A fake opencode server, open from its creation until its test ends or `close()` is called. Requests to its `url` reach it wherever
 * the network is installed (a setup entry, or `installNetwork()`); `fetch` reaches it always.
 */
export class FakeOpencode {
  readonly #options: OpencodeOptions
  readonly #claim: ReturnType<typeof claimOrigins>
  readonly #disown: () => void
  #server: V1Server
  /** Why it is closed; undefined while it is open. */
  #closed: string | undefined
  /** A `fetch` that this fake answers, whatever the URL's origin; needs no installed network. */
  readonly fetch: typeof fetch

  constructor(options: OpencodeOptions) {
    // A one-shot iterable must survive a reset.
    const list = 'an object such as { script: […] }: a list of turns alone is what fakeDeepSeek takes'
    checkRecord('fakeOpencode(options)', options, Array.isArray(options) ? list : undefined)
    this.#options = options.script === undefined ? options : { ...options, script: readScript(options.script) }
    this.#server = new V1Server(new ServerCore(this.#options))
    const origins = loopbackSpellings(this.url)
    this.#disown = adoptFake({
      origins,
      close: (reason) => this.#close(reason),
      report: () => ({
        name: `fakeOpencode ${this.url}`,
        left: this.#server.core.left,
        missed: this.misses.map(({ message }) => message),
        runs: this.runs,
      }),
    })
    const handler = (request: FakeRequest): Promise<FakeResponse> => this.#handle(request)
    this.#claim = claimOrigins({ origins, handler, label: 'fakeOpencode' })
    this.fetch = toFetch(handler)
  }

  /** Where it answers, without a trailing slash. */
  get url(): string {
    return this.#server.core.settings.baseUrl
  }

  /** Appends replies: each answers one round-trip to the model. Throws InvalidOptionError for what is no Reply. */
  script(...replies: readonly Reply[]): void {
    this.#server.core.addScript(replies)
  }

  /** The script of one session. */
  session(id: string): SessionScript {
    return { script: (...replies) => this.#server.core.addScript(replies, id) }
  }

  /**
   * Starts over as if newly created, with `options` over those it was created with (`baseUrl` stays): sessions, records and scripts
   * are gone, open streams end.
   */
  reset(options: Omit<OpencodeOptions, 'baseUrl'> = {}): void {
    checkRecord('reset(options)', options)
    const fresh = new V1Server(new ServerCore({ ...this.#options, ...options, baseUrl: this.url }))
    this.#server.close()
    this.#server = fresh
  }

  /** Stops all work, ends all streams and gives its origin back. Records stay readable. */
  close(): Promise<void> {
    return this.#close('it was closed')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Session id to session, as `GET /session/:id` answers it. */
  get sessions(): ReadonlyMap<string, SessionInfo> {
    return new Map([...this.#server.sessions].map(([id, { info }]) => [id, info]))
  }

  /** Session id to its messages, oldest first. */
  get messages(): ReadonlyMap<string, readonly Message[]> {
    return new Map([...this.#server.sessions].map(([id, { messages }]) => [id, [...messages]]))
  }

  /** Every event so far as on `GET /event`, of all directories, without connected and heartbeat frames. */
  get events(): readonly OpencodeServerEvent[] {
    return this.#server.core.events.events
  }

  /** Every request so far, also those that failed. Header names are lower case, keys are redacted. */
  get requests(): readonly RequestRecord[] {
    return [...this.#server.core.requests]
  }

  /** What the test cannot have meant: unknown routes, round-trips beyond the script, listeners on another directory. */
  get misses(): readonly Miss[] {
    return [...this.#server.core.misses]
  }

  /** The texts of the prompts that clients sent. */
  get prompts(): readonly string[] {
    return this.#server.prompts.sent.map(({ text }) => text)
  }

  /** The prompts that clients sent, with session, agent and model. */
  get sentPrompts(): readonly SentPrompt[] {
    return [...this.#server.prompts.sent]
  }

  /** How many scripted replies are left. */
  get remaining(): number {
    return this.#server.core.remaining
  }

  /** Every run so far, in the order they started. */
  get runs(): readonly RunResult[] {
    return this.#server.runs
  }

  /** The run that started last; undefined before the first prompt. */
  get lastRun(): RunResult | undefined {
    return this.#server.runs.at(-1)
  }

  /** Adds an agent. With `afterPolls` the next so many answers of `GET /agent` do not show it yet. */
  addAgent(agent: AgentOption, { afterPolls = 0 }: { readonly afterPolls?: number } = {}): void {
    this.#server.core.agents.add('addAgent(agent)', agent, afterPolls)
  }

  /** Sets the status of an MCP server. With `afterPolls` the next so many answers of `GET /mcp` do not show it yet. */
  setMcpStatus(
    name: string,
    status: McpStatusOption = 'connected',
    { afterPolls = 0 }: { readonly afterPolls?: number } = {},
  ): void {
    this.#server.core.mcpServers.set('setMcpStatus(status)', name, status, afterPolls)
  }

  /**
   * Makes matching requests fail; the server's state does not change. A string is the exact path; a RegExp must match the whole path.
   * Rules are tried in the order given, and a used-up one is gone. Throws InvalidOptionError for bad arguments.
   */
  fail(method: string, path: string | RegExp, options: FailOptions = {}): void {
    this.#server.core.failures.add(method, path, options)
  }

  /** Sends a heartbeat to every open event stream now; they get one every 10 s of real time anyway. */
  heartbeat(): void {
    this.#server.core.events.heartbeat()
  }

  /** Resolves to the `n`th prompt (from 1) as soon as it was sent; rejects when the fake closes before. */
  waitForPrompt(n = 1): Promise<SentPrompt> {
    return this.#server.prompts.waitFor(n)
  }

  #handle(request: FakeRequest): Promise<FakeResponse> {
    if (this.#closed === undefined) return this.#server.handle(request)
    throw closedFake(request, 'fakeOpencode', this.#closed)
  }

  #close(reason: string): Promise<void> {
    this.#closed ??= reason
    this.#disown()
    this.#server.close()
    this.#claim.release(reason)
    return Promise.resolve()
  }
}

/**
 * Opens a fake opencode server. Throws InvalidOptionError, which names the option and what was expected, for an option or a script
 * item that cannot be right.
 *
 * @example
 * const opencode = fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
 * await triage('Fix the login bug') // the code under test: createOpencodeClient({ baseUrl: 'http://localhost:4096' })
 * expect(opencode).toHaveSentPrompt('Fix the login bug')
 * expect(opencode.lastRun).toHaveOutcome('failed')
 */
export const fakeOpencode = (options: OpencodeOptions = {}): FakeOpencode => new FakeOpencode(options)
