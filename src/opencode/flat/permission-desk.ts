import type { HumanDesk } from '../human-desk.ts'
import type { IdSource } from '../id-source.ts'
import { PendingRequests, RequestRefused } from '../pending-requests.ts'
import { evaluate, type PermissionAction, type PermissionRule } from '../permission-rules.ts'
import type { FlatSession } from './flat-session.ts'
import type { FlatAsk } from './tools/flat-tool.ts'

/** The call that asks. */
export interface RequestSource {
  readonly messageID: string
  readonly callID: string
}

/** A request for a permission that waits for a person. */
export interface FlatPermissionRequest extends FlatAsk {
  readonly id: string
  readonly sessionID: string
  /** A client's own request has none. */
  readonly source?: RequestSource
}

/** A person's answer. A rejection with a message lets the turn go on. */
export interface FlatPermissionReply {
  readonly reply: 'once' | 'always' | 'reject'
  readonly message?: string | undefined
}

/** Asks for permissions, and remembers what was allowed for good. */
export class FlatPermissionDesk {
  readonly #ids: IdSource
  readonly #human: HumanDesk
  readonly #rejectsAll: boolean
  readonly #pending = new PendingRequests<FlatPermissionRequest, void>()
  readonly #sessions = new Map<string, FlatSession>()
  readonly #allowed: PermissionRule[] = []

  /** `rejectsAll`: a rejection rejects the session's other requests too. */
  constructor(ids: IdSource, human: HumanDesk, { rejectsAll }: { rejectsAll: boolean }) {
    this.#ids = ids
    this.#human = human
    this.#rejectsAll = rejectsAll
  }

  get all(): readonly FlatPermissionRequest[] {
    return this.#pending.all
  }

  /** What happens to a request: the strictest of what the rules say to its resources. */
  effect({ action, resources }: FlatAsk, rules: readonly PermissionRule[]): PermissionAction {
    const effects = new Set(resources.map((resource) => evaluate([...rules, ...this.#allowed], action, resource)))
    return (['deny', 'ask'] as const).find((effect) => effects.has(effect)) ?? 'allow'
  }

  /**
   * Asks for leave. undefined: it is given. Else a promise that resolves when a person gives it, and rejects with RequestRefused when
   * they do not, with the signal's reason when it aborts. Throws RequestRefused where a rule forbids it.
   */
  ask(
    session: FlatSession,
    ask: FlatAsk,
    { rules, source, signal }: { rules: readonly PermissionRule[]; source: RequestSource; signal: AbortSignal },
  ): Promise<void> | undefined {
    const effect = this.effect(ask, rules)
    if (effect === 'deny') throw new RequestRefused('denied by a rule', { ends: false })
    return effect === 'allow' ? undefined : this.#wait(session, { ...ask, source }, signal)
  }

  /** A client's own request: it is told and listed until somebody answers, or until `signal` aborts. Returns its id. */
  file(session: FlatSession, ask: FlatAsk & { readonly id?: string }, signal: AbortSignal): string {
    const id = ask.id ?? this.newID()
    // Nobody waits for the answer.
    this.#wait(session, { ...ask, id }, signal).catch(() => undefined)
    return id
  }

  newID(): string {
    return this.#ids.next('per')
  }

  /** Answers a request; false when there is none of this id. What was allowed for good allows the session's others that it covers. */
  reply(id: string, { reply, message }: FlatPermissionReply): boolean {
    const entry = this.#pending.take(id)
    if (!entry) return false
    const { action, save = [], sessionID } = entry.info
    this.#tell(entry.info, reply)
    const others = this.#pending.all.filter((other) => other.sessionID === sessionID)
    if (reply === 'reject') {
      entry.reject(new RequestRefused(message ?? '', { ends: message === undefined }))
      if (this.#rejectsAll) for (const other of others) this.#settle(other, 'reject')
      return true
    }
    entry.resolve()
    if (reply === 'once') return true
    this.#allowed.push(...save.map((pattern) => ({ permission: action, action: 'allow', pattern }) as const))
    for (const other of others) if (this.effect(other, []) === 'allow') this.#settle(other, 'always')
    return true
  }

  /** Takes back what was allowed for good. */
  forget(action: string, pattern: string): void {
    const at = this.#allowed.findIndex((rule) => rule.permission === action && rule.pattern === pattern)
    if (at !== -1) this.#allowed.splice(at, 1)
  }

  #wait(session: FlatSession, ask: FlatAsk & Partial<FlatPermissionRequest>, signal: AbortSignal): Promise<void> {
    const request = { ...ask, id: ask.id ?? this.newID(), sessionID: session.id }
    this.#sessions.set(session.id, session)
    session.send({ kind: 'permission-asked', request })
    // An interrupt takes the request off the list (captures/1.18.33-api/08f-permission-interrupt.json).
    const answered = this.#pending.wait(request, signal).finally(() => this.#pending.take(request.id))
    const asked = { permission: request.action, patterns: request.resources }
    this.#human.permission(asked, (answer) => void this.reply(request.id, answer))
    return answered
  }

  #settle(request: FlatPermissionRequest, reply: 'always' | 'reject'): void {
    const entry = this.#pending.take(request.id)
    this.#tell(request, reply)
    if (reply === 'reject') entry?.reject(new RequestRefused('', { ends: true }))
    else entry?.resolve()
  }

  #tell({ id, sessionID }: FlatPermissionRequest, reply: FlatPermissionReply['reply']): void {
    this.#sessions.get(sessionID)?.send({ kind: 'permission-replied', requestID: id, reply })
  }
}
