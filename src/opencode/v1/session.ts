import type { Message, MessageError } from '../../wire/message.ts'
import type { Part } from '../../wire/part.ts'
import type { SessionInfo } from '../../wire/session-info.ts'
import type { Tokens } from '../../wire/tokens.ts'
import type { OpencodeServerEvent } from '../event-hub.ts'
import type { ServerCore } from '../server-core.ts'
import type { PromptLoop } from './prompt-loop.ts'

/** A session's own fields, and those that only this server writes: the rules that prompts have set for tools. */
export type SessionState = SessionInfo & { readonly permission?: readonly object[] }

/** What a session is doing, as `session.status` says it. `next` is epoch ms. */
export type SessionStatus =
  | { readonly type: 'idle' }
  | { readonly type: 'busy' }
  | { readonly type: 'retry'; readonly attempt: number; readonly message: string; readonly next: number }

/** A run of this session: one prompt that started work, and what the server said of the session since. */
export interface RunRecord {
  readonly sessionID: string
  /** The prompt that started it, then those that joined it. */
  readonly promptIDs: string[]
  readonly events: OpencodeServerEvent[]
  /** The session as it was when the next run began; until then the session's own is right. */
  session?: SessionInfo
}

/**
 * One session: its state, and the only place that changes it, so that each change is one event. Values are never changed in
 * place: what an event holds stays as it was sent.
 */
export class Session {
  readonly #core: ServerCore
  readonly #project: string
  #info: SessionState
  #status: SessionStatus = { type: 'idle' }
  readonly #messages: Message[] = []
  readonly runs: RunRecord[] = []
  /** The loop that works on this session's prompts, while there is one. */
  loop: PromptLoop | undefined
  #seq = 0

  constructor(core: ServerCore, project: string, info: SessionInfo) {
    this.#core = core
    this.#project = project
    this.#info = info
    this.#publish('session.created', { sessionID: info.id, info }, { durable: true })
  }

  get id(): string {
    return this.#info.id
  }

  get info(): SessionInfo {
    return this.#info
  }

  get status(): SessionStatus {
    return this.#status
  }

  get directory(): string {
    return this.#info.directory ?? this.#core.settings.directory
  }

  /** Oldest first. */
  get messages(): readonly Message[] {
    return this.#messages
  }

  message(id: string): Message | undefined {
    return this.#messages.find(({ info }) => info.id === id)
  }

  update(change: Partial<SessionState>): void {
    this.#info = { ...this.#info, ...change }
    this.#publish('session.updated', { sessionID: this.id, info: this.#info }, { durable: true })
  }

  /** Moves `time.updated`, with whatever else changes. */
  touch(change: Partial<SessionState> = {}, now: number = this.#core.clock.now()): void {
    this.update({ ...change, time: { ...this.#info.time, updated: now } })
  }

  /** Adds what a step used. The next `session.updated` shows it; there is none of its own. */
  addUsage(cost: number, { input, output, reasoning, cache }: Tokens): void {
    const { cost: paid = 0, tokens = zeroTokens } = this.#info
    this.#info = {
      ...this.#info,
      cost: paid + cost,
      tokens: {
        input: tokens.input + input,
        output: tokens.output + output,
        reasoning: tokens.reasoning + reasoning,
        cache: { read: tokens.cache.read + cache.read, write: tokens.cache.write + cache.write },
      },
    }
  }

  putMessage(info: Message['info']): void {
    const at = this.#messages.findIndex((message) => message.info.id === info.id)
    const parts = this.#messages[at]?.parts ?? []
    this.#messages.splice(at === -1 ? this.#messages.length : at, at === -1 ? 0 : 1, { info, parts })
    this.#publish('message.updated', { sessionID: this.id, info }, { durable: true })
  }

  putPart(part: Part): void {
    const at = this.#messages.findIndex((message) => message.info.id === part.messageID)
    const message = this.#messages[at]
    if (!message)
      throw new Error(`part ${part.id} names message ${part.messageID}, which session ${this.id} does not have`)
    const known = message.parts.some(({ id }) => id === part.id)
    const parts = known ? message.parts.map((old) => (old.id === part.id ? part : old)) : [...message.parts, part]
    this.#messages.splice(at, 1, { info: message.info, parts })
    const time = this.#core.clock.now()
    this.#publish('message.part.updated', { sessionID: this.id, part, time }, { durable: true })
  }

  /** A piece of a text or reasoning part, as it streams: the part itself is upserted when it is whole. */
  sendDelta({ messageID, id: partID }: Part, delta: string): void {
    this.#publish('message.part.delta', { sessionID: this.id, messageID, partID, field: 'text', delta })
  }

  sendDiff(): void {
    this.#publish('session.diff', { sessionID: this.id, diff: [] })
  }

  sendError(error: MessageError): void {
    this.#publish('session.error', { sessionID: this.id, error })
  }

  sendDeleted(): void {
    this.#publish('session.deleted', { sessionID: this.id, info: this.#info }, { durable: true })
  }

  setStatus(status: SessionStatus): void {
    this.#status = status
    this.#publish('session.status', { sessionID: this.id, status })
    if (status.type === 'idle') this.#publish('session.idle', { sessionID: this.id })
  }

  #publish(type: string, properties: Readonly<Record<string, unknown>>, { durable = false } = {}): void {
    const origin = { directory: this.directory, project: this.#project }
    const kept = durable ? { durable: { aggregateID: this.id, seq: this.#seq++ } } : {}
    const event = this.#core.events.publish({ ...origin, ...kept }, type, properties)
    this.runs.at(-1)?.events.push(event)
  }
}

const zeroTokens: Tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }
