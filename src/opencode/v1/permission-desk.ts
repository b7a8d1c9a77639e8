import type { HumanDesk } from '../human-desk.ts'
import type { IdSource } from '../id-source.ts'
import { PendingRequests, RequestRefused } from '../pending-requests.ts'
import { evaluate, type PermissionRule, rulesAbout } from '../permission-rules.ts'
import type { Session } from './session.ts'

/** What a tool asks leave for: a permission, and patterns that must all be allowed. `always`: what "always" will allow. */
export interface PermissionAsk {
  readonly permission: string
  readonly patterns: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly always: readonly string[]
}

/** A request as `permission.asked` and `GET /permission` show it. */
export interface PermissionRequest extends PermissionAsk {
  readonly id: string
  readonly sessionID: string
  readonly tool: { readonly messageID: string; readonly callID: string }
}

/** A person's answer. A rejection with a message lets the turn go on. */
export interface PermissionReply {
  readonly reply: 'once' | 'always' | 'reject'
  readonly message?: string
}

const REJECTED = 'The user rejected permission to use this specific tool call'

/** Asks for permissions, and remembers what was allowed for good (facts/opencode-1x.md section 8). */
export class PermissionDesk {
  readonly #ids: IdSource
  readonly #human: HumanDesk
  readonly #pending = new PendingRequests<PermissionRequest, void>()
  readonly #sessions = new Map<string, Session>()
  readonly #allowed: PermissionRule[] = []

  constructor(ids: IdSource, human: HumanDesk) {
    this.#ids = ids
    this.#human = human
  }

  get all(): readonly PermissionRequest[] {
    return this.#pending.all
  }

  /**
   * Asks for leave. undefined: all patterns are allowed. Else a promise that resolves when a person allows them, and rejects with
   * RequestRefused when they do not, with the signal's reason when it aborts. Throws RequestRefused where a rule forbids one.
   */
  ask(
    session: Session,
    tool: PermissionRequest['tool'],
    { permission, patterns, metadata, always }: PermissionAsk,
    { rules, signal }: { rules: readonly PermissionRule[]; signal: AbortSignal },
  ): Promise<void> | undefined {
    const all = [...rules, ...this.#allowed]
    const answers = new Set(patterns.map((pattern) => evaluate(all, permission, pattern)))
    if (answers.has('deny')) throw new RequestRefused(denied(rulesAbout(rules, permission)), { ends: false })
    if (!answers.has('ask')) return undefined
    const id = this.#ids.next('per')
    const request = { id, sessionID: session.id, permission, patterns, metadata, always, tool }
    this.#sessions.set(session.id, session)
    session.send('permission.asked', request)
    const answered = this.#pending.wait(request, signal)
    this.#human.permission(request, (answer) => void this.reply(id, answer))
    return answered
  }

  /**
   * Answers a request; false when there is none of this id. A rejection rejects the session's other requests with it, and what was
   * allowed for good allows those that it covers.
   */
  reply(id: string, { reply, message }: PermissionReply): boolean {
    const entry = this.#pending.take(id)
    if (!entry) return false
    this.#sendReplied(entry.info, reply)
    if (reply === 'reject') {
      entry.reject(rejection(message))
      for (const other of this.#others(entry.info)) this.#settle(other, 'reject')
      return true
    }
    entry.resolve()
    if (reply === 'once') return true
    const { permission, always } = entry.info
    this.#allowed.push(...always.map((pattern) => ({ permission, action: 'allow', pattern }) as const))
    for (const other of this.#others(entry.info)) if (this.#isAllowed(other)) this.#settle(other, 'always')
    return true
  }

  #settle(request: PermissionRequest, reply: 'always' | 'reject'): void {
    const entry = this.#pending.take(request.id)
    this.#sendReplied(request, reply)
    if (reply === 'reject') entry?.reject(rejection())
    else entry?.resolve()
  }

  #others({ sessionID }: PermissionRequest): readonly PermissionRequest[] {
    return this.#pending.all.filter((request) => request.sessionID === sessionID)
  }

  #isAllowed({ permission, patterns }: PermissionRequest): boolean {
    return patterns.every((pattern) => evaluate(this.#allowed, permission, pattern) === 'allow')
  }

  #sendReplied({ id, sessionID }: PermissionRequest, reply: PermissionReply['reply']): void {
    this.#sessions.get(sessionID)?.send('permission.replied', { requestID: id, reply })
  }
}

/** Without a word the rejection ends the turn; with one the model goes on with it. */
const rejection = (message = ''): RequestRefused =>
  new RequestRefused(message ? `${REJECTED} with the following feedback: ${message}` : `${REJECTED}.`, {
    ends: message === '',
  })

/** The denial names the rules, so that the model can see what it may do. */
const denied = (rules: readonly PermissionRule[]): string =>
  `The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules ${JSON.stringify(rules)}`
