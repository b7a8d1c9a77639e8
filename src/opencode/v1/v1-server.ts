import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import type { RequestRecord } from '../../http/request-record.ts'
import { findRoute } from '../../http/router.ts'
import { isRecord } from '../../model/checks.ts'
import { RunResult } from '../../model/run-result.ts'
import type { MessageError } from '../../wire/message.ts'
import { answerRequest } from '../answer-request.ts'
import type { DialectServer } from '../dialect-server.ts'
import type { EmittedEvent } from '../emitted-event.ts'
import type { OpencodeServerEvent } from '../event-hub.ts'
import type { ServerCore } from '../server-core.ts'
import { projectOf } from '../project-of.ts'
import { slugOf } from '../slug.ts'
import { PermissionDesk } from './permission-desk.ts'
import type { PermissionRule } from '../permission-rules.ts'
import { ProjectFiles } from '../project-files.ts'
import { QuestionDesk } from './question-desk.ts'
import { v1Routes } from './routes.ts'
import { type RunRecord, Session, type SessionState } from './session.ts'
import { PromptLoop } from './turn/prompt-loop.ts'
import { checkPassword } from '../check-password.ts'
import { ConfigStore } from './config-store.ts'
import { preflight, withOrigin } from '../cors.ts'
import { reasonNotServed } from './not-served.ts'
import type { ProjectDetails } from './project-info.ts'
import { TuiQueue } from './tui-queue.ts'
import { SUBAGENTS } from './subagents.ts'
import { webPage } from '../web-page.ts'
import { ownValue } from '../../model/own-value.ts'

/** What a client may choose of a new session. */
export type NewSession = Pick<SessionState, 'title' | 'parentID' | 'agent' | 'model' | 'metadata' | 'permission'> & {
  /** Default a new one. */
  readonly id?: string
}

/** The fake server of the v1 surface of opencode 1.18: its sessions, and a pure handler over them. */
export class V1Server implements DialectServer {
  readonly core: ServerCore
  readonly sessions: Map<string, Session> = new Map()
  readonly permissions: PermissionDesk
  readonly questions: QuestionDesk
  readonly files: ProjectFiles
  readonly config: ConfigStore = new ConfigStore()
  readonly tui: TuiQueue = new TuiQueue()
  /** Project id to what clients have set of it. */
  readonly projectDetails: Map<string, ProjectDetails> = new Map()
  /** The directories that were asked about since they were last disposed. */
  readonly instances: Set<string> = new Set()
  /** Epoch ms. */
  readonly started: number
  #created = 0
  readonly #closing = new AbortController()

  constructor(core: ServerCore) {
    this.core = core
    this.permissions = new PermissionDesk(core.ids, core.human)
    this.questions = new QuestionDesk(core.ids, core.human)
    this.files = new ProjectFiles(core.settings.directory, core.settings.files)
    this.started = core.clock.now()
  }

  async handle(request: FakeRequest): Promise<FakeResponse> {
    return withOrigin(await answerRequest(this.core, request, (record) => this.answer(request, record)), request)
  }

  /** The answer to a request that was recorded. */
  async answer(request: FakeRequest, record: RequestRecord): Promise<FakeResponse> {
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
    // Clients tell 2.x from 1.x by it, and the page is the answer they look for.
    if (`${method} ${path}` !== 'GET /api/info') this.core.addMiss({ kind: 'route', message, request: record })
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
    return projectOf(this.core.settings.directory, directory)
  }

  createSession(directory: string, { id, title, parentID, agent, model, metadata, permission }: NewSession): Session {
    const now = this.core.clock.now()
    const project = this.projectOf(directory)
    const info: SessionState = {
      id: id ?? this.core.ids.next('ses'),
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
      ...(permission !== undefined && { permission }),
      time: { created: now, updated: now },
    }
    this.#created += 1
    const session = new Session(this.core, project.id, info)
    this.sessions.set(info.id, session)
    return session
  }

  /** Aborts when the server closes: for work beside the sessions' own. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** The sessions of a session's sub-agents, oldest first. */
  childrenOf({ id }: Session): readonly Session[] {
    return [...this.sessions.values()].filter(({ info }) => info.parentID === id)
  }

  /** The loop at work on the session; a new one where none is. A listener on another directory will not hear it: that is a miss. */
  loopOf(session: Session): PromptLoop {
    this.core.missDeafStreams(session)
    session.loop ??= new PromptLoop(this, session)
    return session.loop
  }

  /** What an agent may do in a session; later rules count more: all is allowed, then the agent's rules, then the session's. */
  rulesOf({ info }: Session, agent = ''): readonly PermissionRule[] {
    return [ALLOW_ALL, ...this.agentRules(agent), ...(info.permission ?? [])]
  }

  /** The rules of an agent: opencode's own for it, then the options, then what the agent was given. */
  agentRules(agent: string): readonly PermissionRule[] {
    const given = this.core.agents.all.find(({ name }) => name === agent)?.['permission']
    const rules = Array.isArray(given) ? given.filter(isRule) : []
    return [...(ownValue(SUBAGENTS, agent) ?? []), ...this.core.settings.permissions, ...rules]
  }

  /** What the test's own code threw fails the turn, and stands in the misses: it must not look like a fault of the code under test. */
  scriptFault(error: unknown): MessageError {
    return { name: 'UnknownError', data: { message: this.core.scriptFault(error) } }
  }

  /** Opens the record of a run; the one before it in the same session is over. */
  startRun(session: Session, promptID: string): void {
    const last = session.runs.at(-1)
    if (last) last.session = session.info
    const record: RunRecord = { sessionID: session.id, promptIDs: [promptID], events: [] }
    session.runs.push(record)
    if (session.info.parentID === undefined) this.core.runs.add(() => runResult(session, record))
  }

  /** The idle burst that an abort of an unknown session gives. */
  sendIdle(directory: string, sessionID: string): void {
    const origin = { directory, project: this.projectOf(directory).id }
    this.core.events.publish(origin, 'session.status', { sessionID, status: { type: 'idle' } })
    this.core.events.publish(origin, 'session.idle', { sessionID })
  }

  /** Sends an event of the test's own to the streams of its session's directory, else of the server's; state does not change. */
  emit(event: EmittedEvent): OpencodeServerEvent {
    const { sessionID } = event.properties ?? {}
    const session = typeof sessionID === 'string' ? this.sessions.get(sessionID) : undefined
    const directory = session?.directory ?? this.core.settings.directory
    return this.core.events.emit({ directory, project: this.projectOf(directory).id }, event)
  }

  /** Stops all work and ends all streams, as a server that shuts down. */
  close(): void {
    this.#closing.abort()
    for (const session of this.sessions.values()) session.stop()
    this.core.events.close()
    this.core.prompts.close()
    this.tui.close()
  }
}

const ALLOW_ALL: PermissionRule = { permission: '*', action: 'allow', pattern: '*' }

const isRule = (rule: unknown): rule is PermissionRule =>
  isRecord(rule) && ['permission', 'action', 'pattern'].every((key) => typeof rule[key] === 'string')

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
