import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import type { RequestRecord } from '../../http/request-record.ts'
import { findRoute } from '../../http/router.ts'
import { SocketFault } from '../../http/socket-fault.ts'
import { isRecord } from '../../model/checks.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import type { RunMessage } from '../../wire/run-message.ts'
import { answerRequest } from '../answer-request.ts'
import { checkPassword } from '../check-password.ts'
import { preflight, withOrigin } from '../cors.ts'
import type { DialectServer } from '../dialect-server.ts'
import type { EmittedEvent } from '../emitted-event.ts'
import type { OpencodeServerEvent } from '../event-hub.ts'
import { FlatMachine } from '../flat/flat-machine.ts'
import type { FlatPermissionReply } from '../flat/permission-desk.ts'
import type { FlatAsk } from '../flat/tools/flat-tool.ts'
import type { PermissionAction, PermissionRule } from '../permission-rules.ts'
import { ProjectFiles } from '../project-files.ts'
import { projectOf } from '../project-of.ts'
import type { ServerCore } from '../server-core.ts'
import { slugOf } from '../slug.ts'
import { webPage } from '../web-page.ts'
import { v2Dialect } from './dialect.ts'
import { writeV2Event } from './event-views.ts'
import { FormDesk } from './form-desk.ts'
import { reasonNotServed } from './not-served.ts'
import { answersOf, questionForm } from './question-form.ts'
import { SavedPermissions } from './saved-permissions.ts'
import type { SessionBody } from './session-body.ts'
import { v2Routes } from './v2-routes.ts'
import { V2Session, type V2SessionInfo } from './v2-session.ts'

/** The fake server of opencode 2.x: its sessions, and a pure handler over them. */
export class V2Server implements DialectServer {
  readonly core: ServerCore
  readonly all: Map<string, V2Session> = new Map()
  readonly machine: FlatMachine
  readonly forms: FormDesk
  readonly files: ProjectFiles
  readonly saved: SavedPermissions
  /** What clients have called the project. */
  projectName: string | undefined
  /** Epoch ms. */
  readonly started: number
  readonly #closing = new AbortController()
  #created = 0

  constructor(core: ServerCore) {
    this.core = core
    core.events.write = writeV2Event
    this.files = new ProjectFiles(core.settings.directory, core.settings.files)
    this.saved = new SavedPermissions(core.ids, core.clock)
    this.started = core.clock.now()
    this.forms = new FormDesk(core.ids, core.human, (sessionID, type, data) =>
      this.all.get(sessionID)?.flat.tell({ type, data }),
    )
    this.machine = new FlatMachine({
      core,
      dialect: v2Dialect,
      files: this.files,
      rulesOf: ({ id, record }) => this.#rulesOf(this.all.get(id)?.info, record.agent),
      askQuestions: async ({ id }, { questions, source }, signal) => {
        const form = questionForm(questions, { messageID: source.messageID, id: source.callID })
        return answersOf(questions, await this.forms.ask(id, form, signal))
      },
    })
    core.mcpServers.onChange = (server) => this.#tell('mcp.status.changed', { server })
    core.agents.onChange = () => this.#tell('agent.updated', {})
  }

  get sessions(): ReadonlyMap<string, { readonly info: V2SessionInfo; readonly messages: readonly RunMessage[] }> {
    return this.all
  }

  /** Aborts when the server closes. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  async handle(request: FakeRequest): Promise<FakeResponse> {
    return withOrigin(await answerRequest(this.core, request, (record) => this.#answer(request, record)), request)
  }

  #answer(request: FakeRequest, record: RequestRecord): FakeResponse | Promise<FakeResponse> {
    const { method, path } = record
    if (method === 'OPTIONS') return preflight(request)
    const refusal = checkPassword(request, this.core.settings.password)
    if (refusal) return refusal
    const found = findRoute(v2Routes, method, path)
    if (found) return found.route.answer(this, request, found.params)
    const reason = reasonNotServed(method, path)
    const what = reason === undefined ? 'no endpoint of this fake' : `deliberately not served by this fake (${reason})`
    const inApi = path.startsWith('/api/')
    const answered = inApi ? '404' : 'the web page'
    const message = `${method} ${path} is ${what}; it answered with ${answered}, as opencode ${this.core.settings.version} does`
    this.core.addMiss({ kind: 'route', message, request: record })
    return inApi ? { status: 404, headers: { 'content-length': '0' }, body: null } : webPage(method)
  }

  projectOf(directory: string): ReturnType<typeof projectOf> {
    return projectOf(this.core.settings.directory, directory)
  }

  /** Makes a session, and tells it. */
  createSession(directory: string, body: SessionBody, id: string = this.core.ids.next('ses')): V2Session {
    const project = this.projectOf(directory)
    const session = new V2Session(this.core, { id, directory, projectID: project.id })
    this.all.set(id, session)
    session.send('session.created', {
      projectID: project.id,
      location: { directory },
      slug: slugOf(this.#created),
      version: this.core.settings.version,
      ...(project.path !== '' && { subpath: project.path }),
      ...pickFields({ ...body }, ['parentID', 'title', 'agent', 'model', 'metadata', 'permissions']),
    })
    this.#created += 1
    return session
  }

  /** A copy of a session with its messages, or with those before one of them. Whether they keep their ids is not known: here they do. */
  forkSession(source: V2Session, before: string | undefined): V2Session {
    const { directory, messages, info } = source
    const at = before === undefined ? messages.length : messages.findIndex(({ id }) => id === before)
    const copied = messages.slice(0, at)
    const session = this.createSession(directory, pickFields({ ...info }, ['title', 'agent', 'model', 'metadata']))
    session.flat.adopt(copied)
    const last = before ?? copied.at(-1)?.id
    if (last === undefined) return session
    const boundary = { type: before === undefined ? 'through' : 'before', messageID: last }
    session.setFork({ sessionID: source.id, boundary })
    session.send('session.forked', { parentID: source.id, boundary }, 2)
    return session
  }

  /** Takes a session away, with its children (facts/opencode-2x.md section 1.2). */
  removeSession(session: V2Session): void {
    for (const child of [...this.all.values()].filter(({ info }) => info.parentID === session.id))
      this.removeSession(child)
    session.send('session.deleted', {}, 2)
    session.flat.close()
    this.all.delete(session.id)
  }

  /** A client's own request for leave: what happens to it, and its id. */
  filePermission(
    session: V2Session,
    ask: FlatAsk & { readonly id?: string },
  ): { id: string; effect: PermissionAction } {
    const { permissions } = this.machine
    const effect = permissions.effect(ask, this.#rulesOf(session.info, session.agent))
    const id = effect === 'ask' ? permissions.file(session.flat, ask, this.signal) : (ask.id ?? permissions.newID())
    return { id, effect }
  }

  /** A person's answer to a request. What is allowed for good is saved for the project. */
  replyPermission(session: V2Session, id: string, reply: FlatPermissionReply): void {
    const asked = this.machine.permissions.all.find((request) => request.id === id)
    if (asked && reply.reply === 'always') this.saved.add(session.info.projectID ?? '', asked.action, asked.save ?? [])
    this.machine.permissions.reply(id, reply)
  }

  emit(event: EmittedEvent): OpencodeServerEvent {
    const { sessionID } = event.properties ?? {}
    const session = typeof sessionID === 'string' ? this.all.get(sessionID) : undefined
    const directory = session?.directory ?? this.core.settings.directory
    return this.core.events.emit({ directory, created: this.core.clock.now() }, event)
  }

  close(): void {
    // What a client still waits for breaks off, as when a server goes down.
    this.#closing.abort(new SocketFault('read', 'ECONNRESET'))
    for (const { flat } of this.all.values()) flat.close()
    this.core.events.close()
    this.core.prompts.close()
  }

  /** All is allowed, then what the options, the agent and the session say; later rules count more. */
  #rulesOf(info: V2SessionInfo | undefined, agent: string): readonly PermissionRule[] {
    const given = this.core.agents.all.find(({ name }) => name === agent)?.['permissions']
    return [ALLOW_ALL, ...this.core.settings.permissions, ...toRules(given), ...toRules(info?.permissions)]
  }

  #tell(type: string, data: Readonly<Record<string, unknown>>): void {
    this.core.events.publish({ directory: this.core.settings.directory, created: this.core.clock.now() }, type, data)
  }
}

const ALLOW_ALL: PermissionRule = { permission: '*', action: 'allow', pattern: '*' }

/** Rules as 2.x writes them: an effect on an action, done to a resource. */
const toRules = (rules: unknown): readonly PermissionRule[] =>
  (Array.isArray(rules) ? rules.filter(isRecord) : []).flatMap(({ action, resource, effect }) =>
    typeof action === 'string' && typeof resource === 'string' && isEffect(effect)
      ? [{ permission: action, pattern: resource, action: effect }]
      : [],
  )

const isEffect = (effect: unknown): effect is PermissionAction => ['allow', 'ask', 'deny'].includes(String(effect))
