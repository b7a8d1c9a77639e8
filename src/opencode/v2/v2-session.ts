import type { FlatMessage } from '../../wire/flat/flat-message.ts'
import { patchSession } from '../../wire/patch-session.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import { readChange } from '../../wire/read-change.ts'
import type { SessionInfo, SessionModel } from '../../wire/session-info.ts'
import type { Tokens } from '../../wire/tokens.ts'
import { addTokens, NO_TOKENS } from '../add-tokens.ts'
import { DEFAULT_MODEL } from '../default-model.ts'
import type { OpencodeServerEvent } from '../event-hub.ts'
import type { SpelledEvent } from '../flat/dialect.ts'
import type { FlatRevert } from '../flat/flat-event.ts'
import { FlatSession, type SessionRecord } from '../flat/flat-session.ts'
import { sinceCompaction } from '../flat/model-request.ts'
import type { ServerCore } from '../server-core.ts'
import { v2Dialect } from './dialect.ts'
import { LOG_ONLY } from './event-views.ts'
import { USAGE_UPDATED } from './spell.ts'

type Data = SpelledEvent['data']

/** A session as 2.x tells of it. */
export type V2SessionInfo = SessionInfo & {
  readonly fork?: { readonly sessionID: string; readonly boundary: Readonly<Record<string, unknown>> }
  revert?: FlatRevert
}

/** A session before its first event. */
interface NewRecord {
  readonly id: string
  readonly directory: string
  readonly projectID: string
}

/** What 2.x keeps of a session. Its info follows from its events, as a client that listens has it. */
export class V2Session implements SessionRecord {
  readonly id: string
  readonly flat: FlatSession
  /** Its durable events, those included that only its log tells. */
  readonly log: OpencodeServerEvent[] = []
  readonly instructions: Map<string, unknown> = new Map()
  readonly #core: ServerCore
  #info: V2SessionInfo
  #seq = 0

  constructor(core: ServerCore, { id, directory, projectID }: NewRecord) {
    const now = core.clock.now()
    this.#core = core
    this.id = id
    this.#info = {
      id,
      projectID,
      location: { directory },
      cost: 0,
      tokens: NO_TOKENS,
      time: { created: now, updated: now },
    }
    const marks = core.settings.idleError ? {} : { listed: withoutIdleError }
    this.flat = new FlatSession(this, { dialect: v2Dialect, clock: core.clock, ...marks })
  }

  get info(): V2SessionInfo {
    return this.#info
  }

  get directory(): string {
    return this.#info.location?.directory ?? this.#core.settings.directory
  }

  get agent(): string {
    return this.#info.agent ?? this.#core.agents.all[0]?.name ?? 'build'
  }

  get model(): SessionModel {
    return this.#info.model ?? DEFAULT_MODEL
  }

  /** Oldest first. */
  get messages(): readonly FlatMessage[] {
    return this.flat.messages
  }

  /** What a model of its own takes part in: nothing before the last compaction (facts/opencode-2x.md section 1.2). */
  get context(): readonly FlatMessage[] {
    return sinceCompaction(this.messages)
  }

  /** Sends a durable event of its own. */
  send(type: string, data: Data = {}, version = 1): void {
    this.flat.tell({ type, data: { sessionID: this.id, ...data }, version })
  }

  publish(
    { type, data, version }: SpelledEvent,
    at: number,
  ): { readonly event: OpencodeServerEvent; readonly seq?: number } {
    const durable = version === undefined ? undefined : { aggregateID: this.id, seq: this.#seq++, version }
    const origin = { directory: this.directory, created: at, internal: LOG_ONLY.has(type), ...(durable && { durable }) }
    const properties = this.#complete(type, data)
    const event = this.#core.events.publish(origin, type, properties)
    if (durable) this.log.push(event)
    this.#follow(event, properties, at)
    return { event, ...(durable && { seq: durable.seq }) }
  }

  /** What a spelling cannot know: what was before, and the session's totals. */
  #complete(type: string, data: Data): Data {
    if (type === USAGE_UPDATED) return { ...data, ...pickFields({ ...this.#info }, ['cost', 'tokens']) }
    const key = SELECTED[type]
    return key === undefined ? data : { ...data, ...pickFields({ previous: this.#info[key] }, ['previous']) }
  }

  #follow({ id, type }: OpencodeServerEvent, properties: Data, at: number): void {
    const change = readChange({ id, type, properties, created: at })
    if (change?.kind === 'session') this.#info = { ...change.session, time: { created: at, updated: at } }
    const patch = change && 'patch' in change ? change.patch : undefined
    if (patch) this.#info = patchSession(this.#info, patch)
    this.#info = { ...this.#info, ...this.#usedBy(type, properties), time: { ...this.#info.time, updated: at } }
    if (type === 'session.revert.staged') this.#info = { ...this.#info, ...pickFields(properties, ['revert']) }
    if (type === 'session.revert.cleared' || type === 'session.revert.committed') delete this.#info.revert
  }

  /** Title and compaction are told in a record of their own (facts/opencode-2x.md section 5). */
  #usedBy(type: string, { cost, tokens }: Data): Pick<V2SessionInfo, 'cost' | 'tokens'> {
    if (!COUNTED.has(type) || typeof cost !== 'number' || !isTokens(tokens)) return {}
    const { cost: paid = 0, tokens: used = NO_TOKENS } = this.#info
    return { cost: paid + cost, tokens: addTokens(used, tokens) }
  }

  /** Notes that it was forked from another. */
  setFork(fork: NonNullable<V2SessionInfo['fork']>): void {
    this.#info = { ...this.#info, fork }
  }
}

const SELECTED: Readonly<Record<string, 'agent' | 'model'>> = {
  'session.agent.selected': 'agent',
  'session.model.selected': 'model',
}

/** The events whose usage a session adds up. */
const COUNTED: ReadonlySet<string> = new Set(['session.step.ended', 'session.step.failed', 'session.usage.recorded'])

const isTokens = (value: unknown): value is Tokens => typeof value === 'object' && value !== null && 'cache' in value

function withoutIdleError(message: FlatMessage): FlatMessage {
  if (message.type !== 'idle') return message
  const { error: _, ...mark } = message
  return mark
}
