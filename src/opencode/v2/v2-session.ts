import { readChange } from '../../wire/read-change.ts'
import { patchSession } from '../../wire/patch-session.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import type { SessionInfo, SessionModel } from '../../wire/session-info.ts'
import type { Tokens } from '../../wire/tokens.ts'
import { addTokens, NO_TOKENS } from '../add-tokens.ts'
import { DEFAULT_MODEL } from '../default-model.ts'
import type { OpencodeServerEvent } from '../event-hub.ts'
import type { SpelledEvent } from '../flat/dialect.ts'
import type { SessionRecord } from '../flat/flat-session.ts'
import type { ServerCore } from '../server-core.ts'

/** A session before its first event: it is what its events say, and this is what does not change. */
interface NewRecord {
  readonly id: string
  readonly directory: string
  readonly projectID: string
  readonly at: number
}

/** What 2.x keeps of a session. Its info follows from its events, as a client that listens has it. */
export class V2Session implements SessionRecord {
  readonly id: string
  readonly #core: ServerCore
  #info: SessionInfo
  #seq = 0

  constructor(core: ServerCore, { id, directory, projectID, at }: NewRecord) {
    this.#core = core
    this.id = id
    this.#info = { id, projectID, location: { directory }, cost: 0, tokens: NO_TOKENS, time: { created: at, updated: at } }
  }

  get info(): SessionInfo {
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

  publish({ type, data, version }: SpelledEvent, at: number): { readonly event: OpencodeServerEvent; readonly seq?: number } {
    const kept = version === undefined ? undefined : { aggregateID: this.id, seq: this.#seq++, version }
    const origin = { directory: this.directory, project: this.#info.projectID ?? '', created: at }
    const properties = namesItself(type) ? data : { sessionID: this.id, ...this.#complete(type, data) }
    const event = this.#core.events.publish({ ...origin, ...(kept && { durable: kept }) }, type, properties)
    this.#follow(event, properties, at)
    return { event, ...(kept && { seq: kept.seq }) }
  }

  /** What a spelling cannot know: what was before, and the session's totals. */
  #complete(type: string, data: SpelledEvent['data']): SpelledEvent['data'] {
    switch (type) {
      case 'session.usage.updated':
        return pickFields({ ...this.#info }, ['cost', 'tokens'])
      case 'session.agent.selected':
        return { ...data, ...pickFields({ previous: this.#info.agent }, ['previous']) }
      case 'session.model.selected':
        return { ...data, ...pickFields({ previous: this.#info.model }, ['previous']) }
      default:
        return data
    }
  }

  #follow({ id, type }: OpencodeServerEvent, properties: SpelledEvent['data'], at: number): void {
    const change = readChange({ id, type, properties, created: at })
    const patch = change && 'patch' in change ? change.patch : undefined
    if (change?.kind === 'session') this.#info = { ...change.session, time: this.#info.time }
    if (patch) this.#info = patchSession(this.#info, patch)
    const { cost, tokens } = properties
    // Title and compaction are told in a record of their own (facts/opencode-2x.md section 5).
    if (!COUNTED.has(type) || typeof cost !== 'number' || !isTokens(tokens)) return
    const { cost: paid = 0, tokens: used = NO_TOKENS } = this.#info
    this.#info = { ...this.#info, cost: paid + cost, tokens: addTokens(used, tokens) }
  }
}

/** The events whose usage a session adds up. */
const COUNTED = new Set(['session.step.ended', 'session.step.failed', 'session.usage.recorded'])

const isTokens = (value: unknown): value is Tokens => typeof value === 'object' && value !== null && 'cache' in value

/** The session stands within the form. */
const namesItself = (type: string): boolean => type === 'form.created'
