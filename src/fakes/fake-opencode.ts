import { claimOrigins } from '../network/fake-origins.ts'
import type { ListenOptions } from '../network/listen.ts'
import { LoopbackPort } from '../network/loopback-port.ts'
import { toFetch } from '../network/to-fetch.ts'
import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { checkChoice, checkRecord } from '../model/checks.ts'
import type { RunResult } from '../model/run-result.ts'
import type { Cut, Reply } from '../model/turn.ts'
import type { AgentOption } from '../opencode/agent-list.ts'
import { type EmittedEvent, readEmittedEvent } from '../opencode/emitted-event.ts'
import { createServer } from '../opencode/create-server.ts'
import type { DialectServer } from '../opencode/dialect-server.ts'
import type { OpencodeServerEvent } from '../opencode/event-hub.ts'
import type { FailOptions } from '../opencode/fail-rules.ts'
import type { McpStatusOption } from '../opencode/mcp-servers.ts'
import type { Miss } from '../opencode/miss.ts'
import type { OpencodeOptions } from '../opencode/opencode-options.ts'
import type { SentPrompt } from '../opencode/sent-prompt.ts'
import type { RunMessage } from '../wire/run-message.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import { closedFake } from './closed-fake.ts'
import { type FakeReport, reportOf } from './fake-report.ts'
import { InstalledCommand } from './installed-command.ts'
import { adoptFake } from './open-fakes.ts'
import { loopbackSpellings } from './loopback-spellings.ts'
import { readOptions } from './read-options.ts'
import type { PollOptions } from './poll-options.ts'
import type { SessionScript } from './session-script.ts'

/**
 * A fake opencode server, open from its creation until its test ends or `close()` is called. Requests to its `url` reach it wherever
 * the network is installed (a setup entry, or `installNetwork()`); `fetch` reaches it always.
 */
export class FakeOpencode {
  readonly #options: OpencodeOptions
  readonly #claim: ReturnType<typeof claimOrigins>
  readonly #disown: () => void
  readonly #port: LoopbackPort
  readonly #command = new InstalledCommand()
  #server: DialectServer
  /** Why it is closed; undefined while it is open. */
  #closed: string | undefined
  /** A `fetch` that this fake answers, whatever the URL's origin; needs no installed network. */
  readonly fetch: typeof fetch

  constructor(options: OpencodeOptions) {
    this.#options = readOptions(options)
    this.#server = createServer(this.#options)
    const origins = loopbackSpellings(this.#server.core.settings.baseUrl)
    const report = (): FakeReport => reportOf('fakeOpencode', this, this.#server.core.left)
    this.#disown = adoptFake({ origins, close: (reason) => this.#close(reason), report })
    const handler = (request: FakeRequest): Promise<FakeResponse> => this.#handle(request)
    this.#claim = claimOrigins({ origins, handler, label: 'fakeOpencode' })
    this.#port = new LoopbackPort(handler, 'fakeOpencode')
    this.fetch = toFetch(handler)
  }

  /** Where it answers, without a trailing slash: its loopback address once it listens. */
  get url(): string {
    return this.#port.url ?? this.#server.core.settings.baseUrl
  }

  /** What clients must know; undefined: nobody is asked. */
  get password(): string | undefined {
    return this.#server.core.settings.password
  }

  /** The release that it speaks as, as it reports it. */
  get version(): string {
    return this.#server.core.settings.version
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
   * Starts over as if newly created, with `options` over the old ones (`baseUrl` stays): sessions, records and scripts are gone, open
   * streams end, what is held is never sent. A loopback port and an installed command stay.
   */
  reset(options: Omit<OpencodeOptions, 'baseUrl'> = {}): void {
    checkRecord('reset(options)', options)
    const { baseUrl } = this.#server.core.settings
    const before = this.#server
    this.#server = createServer({ ...this.#options, ...options, baseUrl })
    before.close()
  }

  /** Stops all work, ends all streams, gives origin and port back and takes the command off the PATH. Records stay readable. */
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

  /** Session id to its messages, oldest first; those of v1 before those of the preview API. */
  get messages(): ReadonlyMap<string, readonly RunMessage[]> {
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
    return this.#server.core.prompts.sent.map(({ text }) => text)
  }

  /** The prompts that clients sent, with session, agent and model. */
  get sentPrompts(): readonly SentPrompt[] {
    return [...this.#server.core.prompts.sent]
  }

  /** How many scripted replies are left. */
  get remaining(): number {
    return this.#server.core.remaining
  }

  /** Every run so far, in the order they started. */
  get runs(): readonly RunResult[] {
    return this.#server.core.runs.all
  }

  /** The run that started last; undefined before the first prompt. */
  get lastRun(): RunResult | undefined {
    return this.#server.core.runs.all.at(-1)
  }

  /** Adds an agent. With `afterPolls` the next so many answers of `GET /agent` do not show it yet. */
  addAgent(agent: AgentOption, { afterPolls = 0 }: PollOptions = {}): void {
    this.#server.core.agents.add('addAgent(agent)', agent, afterPolls)
  }

  /** Sets the status of an MCP server. With `afterPolls` the next so many answers of `GET /mcp` do not show it yet. */
  setMcpStatus(name: string, status: McpStatusOption = 'connected', { afterPolls = 0 }: PollOptions = {}): void {
    this.#server.core.mcpServers.set('setMcpStatus(status)', name, status, afterPolls)
  }

  /**
   * Makes matching requests fail, and changes nothing else. A string is the exact path; a RegExp must match the whole path. Rules are tried
   * in the order given, and a used-up one is gone. Throws InvalidOptionError for bad arguments.
   */
  fail(method: string, path: string | RegExp, options: FailOptions = {}): void {
    this.#server.core.failures.add(method, path, options)
  }

  /**
   * Sends an event of the test's own, at once, to the open streams of the directory of the session that `properties.sessionID` names,
   * else of the fake's own directory, and records it in `events`. Returns it as it was sent. Throws InvalidOptionError for what is none.
   */
  emit(event: EmittedEvent): OpencodeServerEvent {
    return this.#server.emit(readEmittedEvent(event))
  }

  /**
   * Cuts every open event stream behind what was sent: `'reset'` breaks the connection, `'end'` ends it cleanly, `'hang'` leaves it
   * open and sends nothing on it any more, not even heartbeats. New subscriptions work. Returns how many streams it cut.
   */
  cutStreams(how: Cut): number {
    return this.#server.core.events.cut(checkChoice('cutStreams(how)', how, ['reset', 'end', 'hang']))
  }

  /**
   * Lets events of a type wait, others pass: a string is the exact type, a RegExp must match the whole of it; also `'server.connected'` and
   * `'server.heartbeat'`. The server itself goes on, and `events` has an event when it was sent. The returned function sends what waited,
   * in the order it came, to the streams that are open then. `reset()` and `close()` drop what waits; `emit()` is never held.
   */
  hold(type: string | RegExp): () => void {
    return this.#server.core.events.hold(type)
  }

  /** How many clients have an event stream open now, also one that `cutStreams('hang')` silenced. */
  get openStreams(): number {
    return this.#server.core.events.openStreams
  }

  /**
   * Opens a port of 127.0.0.1 (default a free one) for clients outside this process, and resolves to its URL, `url` from then on.
   * `baseUrl` still reaches the fake. A second call resolves to the same URL. Rejects with an InvalidOptionError for a port that is
   * none, with Node's EADDRINUSE for one that is taken, and after `close()`.
   */
  listen(options: ListenOptions = {}): Promise<string> {
    return this.#port.open(options)
  }

  /**
   * Puts an `opencode` on this process's PATH whose `serve` is this fake, for code that starts its own server, as `createOpencode()` does.
   * It prints the readiness line with the URL of `listen()`, whatever it was given, and lives until it is killed, its parent ends or the
   * fake closes; `--version` prints the version, all else exits with 1. Resolves to the directory put in front of the PATH, which the
   * fake takes off and removes when it closes. Rejects after `close()`.
   */
  async installCommand(): Promise<string> {
    return this.#command.install({ url: await this.listen(), version: this.version })
  }

  /** Sends a heartbeat to every open event stream now; they get one every 10 s of real time anyway, in 2.x every 15 s. */
  heartbeat(): void {
    this.#server.core.events.heartbeat()
  }

  /** The `n`th prompt (from 1), as soon as it was sent; rejects when the fake closes before. */
  waitForPrompt(n = 1): Promise<SentPrompt> {
    return this.#server.core.prompts.waitFor(n)
  }

  #handle(request: FakeRequest): Promise<FakeResponse> {
    if (this.#closed !== undefined) throw closedFake(request, 'fakeOpencode', this.#closed)
    return this.#server.handle(request)
  }

  async #close(reason: string): Promise<void> {
    this.#closed ??= reason
    this.#disown()
    this.#server.close()
    this.#claim.release(reason)
    await Promise.all([this.#command.remove(reason), this.#port.close(reason)])
  }
}

/**
 * Opens a fake opencode server. Throws InvalidOptionError, which names it, for an option or a script item that cannot be right.
 * @example fakeOpencode({ script: [httpError(401, 'Authentication Fails')] })
 */
export const fakeOpencode = (options: OpencodeOptions = {}): FakeOpencode => new FakeOpencode(options)
