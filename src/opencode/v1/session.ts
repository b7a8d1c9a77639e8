import type { Message, MessageError } from '../../wire/message.ts'
import type { Part } from '../../wire/part.ts'
import type { SessionInfo } from '../../wire/session-info.ts'
import type { Tokens } from '../../wire/tokens.ts'
import type { OpencodeServerEvent } from '../event-hub.ts'
import type { ServerCore } from '../server-core.ts'
import { addTokens, NO_TOKENS } from '../add-tokens.ts'
import { MessageList } from './message-list.ts'
import type { PermissionRule } from '../permission-rules.ts'
import type { ShellRun } from './shell-run.ts'
import type { PromptLoop } from './turn/prompt-loop.ts'

/** Where a session was reverted to: the messages from this one on are gone with the next prompt. */
export interface Revert {
  readonly messageID: string
  readonly partID?: string
  readonly snapshot?: string
  readonly diff?: string
  readonly files?: readonly unknown[]
}

/** A session's own fields, and those that only this server writes. */
export type SessionState = SessionInfo & {
  /** Rules for this session's tools: a prompt's `tools`, or what a sub-agent may not do. */
  readonly permission?: readonly PermissionRule[] | undefined
  readonly revert?: Revert | undefined
}

/** What a session is doing, as `session.status` says it. `next` is epoch ms. */
export type SessionStatus =
  | { readonly type: 'idle' }
  | { readonly type: 'busy' }
  | { readonly type: 'retry'; readonly attempt: number; readonly message: string; readonly next: number }

/** A run of this session: one prompt that started work, and what the server said of the session since. */
export interface RunRecord {
  readonly sessionID: string
  /** The prompt that started it, then those that joined it, and those that opencode wrote itself. */
  readonly promptIDs: string[]
  readonly events: OpencodeServerEvent[]
  /** The session as it was when the next run began; until then the session's own is right. */
  session?: SessionInfo
}

/** What becomes of an event: `durable`: the server keeps it. `ofRun`: it belongs to the session's last run; default true. */
interface EventKind {
  /** A number is the version of its shape; default 1. */
  readonly durable?: boolean | number
  readonly ofRun?: boolean
  /** Whether `/global/event` names the project; default true. */
  readonly ofProject?: boolean
}

/** One session: its state, and the only place that changes it, so that each change is one event. */
export class Session {
  readonly #core: ServerCore
  readonly #project: string
  #info: SessionState
  #status: SessionStatus = { type: 'idle' }
  readonly #messages = new MessageList()
  readonly runs: RunRecord[] = []
  /** The loop that works on this session's prompts, while there is one. */
  loop: PromptLoop | undefined
  /** The user's shell command, while one runs. */
  shell: ShellRun | undefined
  /** What works on it beside: the runs of the preview API. */
  other: { close(): void } | undefined
  /** What the model plans, as the todowrite tool left it. */
  todos: readonly unknown[] = []
  #seq = 0

  constructor(core: ServerCore, project: string, info: SessionState) {
    this.#core = core
    this.#project = project
    this.#info = info
    this.send('session.created', { info }, { durable: true })
  }

  get id(): string {
    return this.#info.id
  }

  get info(): SessionState {
    return this.#info
  }

  get status(): SessionStatus {
    return this.#status
  }

  /** Whether work is under way that a change of the history would disturb. */
  get busy(): boolean {
    return this.loop !== undefined || this.shell !== undefined
  }

  get directory(): string {
    return this.#info.directory ?? this.#core.settings.directory
  }

  /** Oldest first. */
  get messages(): readonly Message[] {
    return this.#messages.all
  }

  message(id: string): Message | undefined {
    return this.#messages.find(id)
  }

  update(change: Partial<SessionState>): void {
    this.set(change)
    this.send('session.updated', { info: this.#info }, { durable: true })
  }

  /** Changes it where another API tells of the change. */
  set(change: Partial<SessionState>): void {
    const { revert, ...info } = { ...this.#info, ...change }
    this.#info = revert ? { ...info, revert } : info
  }

  /** Moves `time.updated`, with whatever else changes. */
  touch(change: Partial<SessionState> = {}, now: number = this.#core.clock.now()): void {
    this.update({ ...change, time: { ...this.#info.time, updated: now } })
  }

  /** Ends all work on it without a word. */
  stop(): void {
    this.loop?.stop()
    this.shell?.stop()
    this.other?.close()
  }

  /** Adds what a step used. The next `session.updated` shows it; there is none of its own. */
  addUsage(cost: number, used: Tokens, sign: 1 | -1 = 1): void {
    const { cost: paid = 0, tokens = NO_TOKENS } = this.#info
    this.#info = { ...this.#info, cost: paid + sign * cost, tokens: addTokens(tokens, used, sign) }
  }

  putMessage(info: Message['info']): void {
    this.#messages.put(info)
    this.send('message.updated', { info }, { durable: true })
  }

  putPart(part: Part): void {
    this.#messages.putPart(part)
    this.send('message.part.updated', { part, time: this.#core.clock.now() }, { durable: true })
  }

  /** Takes a message out, with what its steps had used. */
  removeMessage(messageID: string): void {
    for (const part of this.#messages.remove(messageID)?.parts ?? []) this.#takeOff(part)
    this.send('message.removed', { messageID }, { durable: true })
  }

  /** Takes a part out; a step's end takes off what the step had used. */
  removePart(messageID: string, partID: string): void {
    const part = this.#messages.removePart(messageID, partID)
    if (part) this.#takeOff(part)
    this.send('message.part.removed', { messageID, partID }, { durable: true })
  }

  /** A piece of a text or reasoning part, as it streams: the part itself is upserted when it is whole. */
  sendDelta({ messageID, id: partID }: Part, delta: string): void {
    this.send('message.part.delta', { messageID, partID, field: 'text', delta })
  }

  sendDiff(diff: readonly unknown[] = []): void {
    this.send('session.diff', { diff })
  }

  sendError(error: MessageError): void {
    this.send('session.error', { error })
  }

  /** An error of a request that was refused: it is no work of the run that ended before (captures/1.18.33-probed/15g4-command.json). */
  sendRefusal(error: MessageError): void {
    this.send('session.error', { error }, { ofRun: false })
  }

  sendDeleted(): void {
    this.send('session.deleted', { info: this.#info }, { durable: true })
  }

  setStatus(status: SessionStatus): void {
    this.#status = status
    this.send('session.status', { status })
    if (status.type === 'idle') this.send('session.idle', {})
  }

  /** Sends an event about this session. */
  send(type: string, properties: Readonly<Record<string, unknown>>, kind: EventKind = {}): void {
    this.#publish(type, { sessionID: this.id, ...properties }, kind)
  }

  /** Sends an event that happened in this session's directory and names no session. */
  sendOfDirectory(type: string, properties: Readonly<Record<string, unknown>>): void {
    this.#publish(type, properties)
  }

  /** Sends an event of another API's run. `version` of its shape; without it the event is not durable. `seq`: its number, where it is. */
  sendOther(
    type: string,
    properties: Readonly<Record<string, unknown>>,
    version?: number,
  ): { readonly event: OpencodeServerEvent; readonly seq?: number } {
    const seq = this.#seq
    const event = this.#publish(type, properties, { durable: version ?? false, ofRun: false, ofProject: false })
    return version === undefined ? { event } : { event, seq }
  }

  #takeOff(part: Part): void {
    if (part.type === 'step-finish') this.addUsage(part.cost, part.tokens, -1)
  }

  #publish(
    type: string,
    properties: Readonly<Record<string, unknown>>,
    { durable = false, ofRun = true, ofProject = true }: EventKind = {},
  ): OpencodeServerEvent {
    const origin = { directory: this.directory, ...(ofProject && { project: this.#project }) }
    const version = typeof durable === 'number' ? { version: durable } : {}
    const kept = durable === false ? {} : { durable: { aggregateID: this.id, seq: this.#seq++, ...version } }
    const event = this.#core.events.publish({ ...origin, ...kept }, type, properties)
    if (ofRun) this.runs.at(-1)?.events.push(event)
    return event
  }
}
