import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import { recordRequest, type RequestRecord } from '../../http/request-record.ts'
import { findRoute } from '../../http/router.ts'
import { checkInteger } from '../../model/checks.ts'
import { RunResult } from '../../model/run-result.ts'
import type { SessionInfo } from '../../wire/session-info.ts'
import type { ServerCore } from '../server-core.ts'
import { slugOf } from '../slug.ts'
import { checkPassword } from './check-password.ts'
import { ConfigStore } from './config-store.ts'
import { preflight, withOrigin } from './cors.ts'
import { reasonNotServed } from './not-served.ts'
import type { ProjectDetails } from './project-info.ts'
import { redactCredentials } from './redact-credentials.ts'
import { v1Routes } from './routes.ts'
import { type RunRecord, Session } from './session.ts'
import type { SentPrompt } from './sent-prompt.ts'
import { TuiQueue } from './tui-queue.ts'
import { webPage } from './web-page.ts'

/** What a client may choose of a new session. */
export type NewSession = Pick<SessionInfo, 'title' | 'parentID' | 'agent' | 'model' | 'metadata'>

/** The fake server of the v1 surface of opencode 1.18: its sessions, and a pure handler over them. */
export class V1Server {
  readonly core: ServerCore
  readonly sessions: Map<string, Session> = new Map()
  readonly sentPrompts: SentPrompt[] = []
  readonly config: ConfigStore = new ConfigStore()
  readonly tui: TuiQueue = new TuiQueue()
  /** Project id to what clients have set of it. */
  readonly projectDetails: Map<string, ProjectDetails> = new Map()
  /** The directories that were asked about since they were last disposed. */
  readonly instances: Set<string> = new Set()
  /** Epoch ms. */
  readonly started: number
  readonly #runs: { readonly session: Session; readonly record: RunRecord }[] = []
  readonly #promptWaiters = new Set<{ readonly check: () => void; readonly fail: () => void }>()
  #created = 0
  #closed = false

  constructor(core: ServerCore) {
    this.core = core
    this.started = core.clock.now()
  }

  /** Answers one request. It is recorded before anything else. What it throws is a connection that fails. */
  async handle(request: FakeRequest): Promise<FakeResponse> {
    const record = redactCredentials(recordRequest(request))
    this.core.addRequest(record)
    const failure = this.core.failures.take(record.method, record.path)
    return withOrigin(failure ? failure() : await this.#answer(request, record), request)
  }

  async #answer(request: FakeRequest, record: RequestRecord): Promise<FakeResponse> {
    const { method, path } = record
    // Before the password: a browser's preflight never has one.
    if (method === 'OPTIONS') return preflight(request)
    const refusal = checkPassword(request, this.core.settings.password)
    if (refusal) return refusal
    const found = findRoute(v1Routes, method, path)
    if (found) {
      if (!path.startsWith('/global/')) this.instances.add(this.directoryOf(request))
      return found.route.answer(this, request, found.params)
    }
    const reason = reasonNotServed(method, path)
    const what = reason === undefined ? 'no endpoint of this fake' : `deliberately not served by this fake (${reason})`
    const message = `${method} ${path} is ${what}; it answered with the web page, as opencode ${this.core.settings.version} does`
    this.core.addMiss({ kind: 'route', message, request: record })
    return webPage(method)
  }

  /** Ends what the server keeps of a directory while it is used: its event streams. Sessions stay. */
  dispose(directory: string): void {
    this.instances.delete(directory)
    const origin = { directory, project: this.projectOf(directory).id }
    this.core.events.publish(origin, 'server.instance.disposed', { directory })
    this.core.events.end(directory)
  }

  /** The directory a request is about: `?directory=`, else `x-opencode-directory`, else the server's own. */
  directoryOf({ url, headers }: FakeRequest): string {
    const header = headers['x-opencode-directory']
    return url.searchParams.get('directory') || (header ? decodeHeader(header) : this.core.settings.directory)
  }

  /** The project of a directory: the server's own and what lies below it, else `global` (facts/opencode-1x.md section 1). */
  projectOf(directory: string): { readonly id: string; readonly worktree: string; readonly path: string } {
    const root = this.core.settings.directory
    const inside = directory === root || directory.startsWith(`${root}/`)
    if (inside) return { id: PROJECT_ID, worktree: root, path: directory.slice(root.length + 1) }
    return { id: 'global', worktree: '/', path: directory.slice(1) }
  }

  createSession(directory: string, { title, parentID, agent, model, metadata }: NewSession): Session {
    const now = this.core.clock.now()
    const project = this.projectOf(directory)
    const info: SessionInfo = {
      id: this.core.ids.next('ses'),
      slug: slugOf(this.#created),
      version: this.core.settings.version,
      projectID: project.id,
      directory,
      path: project.path,
      ...(parentID !== undefined && { parentID }),
      title: title ?? defaultTitle(now),
      ...(agent !== undefined && { agent }),
      ...(model !== undefined && { model }),
      cost: 0,
      tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
      ...(metadata !== undefined && { metadata }),
      time: { created: now, updated: now },
    }
    this.#created += 1
    const session = new Session(this.core, project.id, info)
    this.sessions.set(info.id, session)
    return session
  }

  /** Records a prompt, and wakes who waits for it. */
  recordPrompt(prompt: SentPrompt): void {
    this.sentPrompts.push(prompt)
    for (const waiter of this.#promptWaiters) waiter.check()
  }

  /** Resolves to the `n`th prompt (from 1); rejects when the server closes before. */
  waitForPrompt(n: number): Promise<SentPrompt> {
    checkInteger('waitForPrompt(n)', n, { min: 1 })
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const prompt = this.sentPrompts[n - 1]
        if (prompt) this.#promptWaiters.delete(waiter)
        if (prompt) resolve(prompt)
      }
      const fail = (): void =>
        reject(new Error(`fakeOpencode closed after ${this.sentPrompts.length} prompts; waited for prompt ${n}`))
      const waiter = { check, fail }
      this.#promptWaiters.add(waiter)
      check()
      if (this.#closed) fail()
    })
  }

  /** Opens the record of a run; the one before it in the same session is over. */
  startRun(session: Session, promptID: string): void {
    const last = session.runs.at(-1)
    if (last) last.session = session.info
    const record: RunRecord = { sessionID: session.id, promptIDs: [promptID], events: [] }
    session.runs.push(record)
    if (session.info.parentID === undefined) this.#runs.push({ session, record })
  }

  /** The idle burst that an abort of an unknown session gives. */
  sendIdle(directory: string, sessionID: string): void {
    const origin = { directory, project: this.projectOf(directory).id }
    this.core.events.publish(origin, 'session.status', { sessionID, status: { type: 'idle' } })
    this.core.events.publish(origin, 'session.idle', { sessionID })
  }

  /** Every run so far, in the order they started. Child sessions' work is no run of its own. */
  get runs(): readonly RunResult[] {
    return this.#runs.map(({ session, record }) => runResult(session, record))
  }

  /** Stops all work and ends all streams, as a server that shuts down. */
  close(): void {
    for (const session of this.sessions.values()) session.loop?.stop()
    this.core.events.close()
    this.tui.close()
    this.#closed = true
    for (const waiter of this.#promptWaiters) waiter.fail()
    this.#promptWaiters.clear()
  }
}

/** The id of the fake's own project: real ones are the hash of the repository's first commit. */
const PROJECT_ID = 'fa4e000000000000000000000000000000000001'

/** The title of a session that was given none; a title of this form makes the first prompt ask for a better one. */
const defaultTitle = (now: number): string => `New session - ${new Date(now).toISOString()}`

function runResult(session: Session, { promptIDs, events, session: info = session.info }: RunRecord): RunResult {
  const messages = session.messages.filter((message) =>
    promptIDs.includes(message.info.role === 'assistant' ? message.info.parentID : message.info.id),
  )
  return new RunResult({ session: info, messages, events })
}

/** The SDK encodes the header; a path is the same either way, also one with a `%` that starts no escape. */
function decodeHeader(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}
