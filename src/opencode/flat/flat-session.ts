import type { FlatMessage } from '../../wire/flat/flat-message.ts'
import { FlatMessageList } from '../../wire/flat/flat-message-list.ts'
import { readChange } from '../../wire/read-change.ts'
import type { SessionInfo, SessionModel } from '../../wire/session-info.ts'
import type { Clock } from '../../model/clock.ts'
import type { OpencodeServerEvent } from '../event-hub.ts'
import type { Admission } from './admission.ts'
import type { FlatDialect, SpelledEvent } from './dialect.ts'
import type { FlatEvent } from './flat-event.ts'
import type { FlatExecution } from './flat-execution.ts'
import { Inbox } from './inbox.ts'

/** What a dialect keeps of a session, and where its events go. */
export interface SessionRecord {
  readonly id: string
  readonly directory: string
  /** As the dialect tells of it. */
  readonly info: SessionInfo
  /** Those that were chosen for it; the defaults of the dialect count where none were. */
  readonly agent: string
  readonly model: SessionModel
  /** Sends an event; `seq` is its number where it is durable. `at`: epoch ms. */
  publish(event: SpelledEvent, at: number): { readonly event: OpencodeServerEvent; readonly seq?: number }
}

/** A run of a session: the messages and events since its execution began. */
export interface FlatRun {
  readonly messageIDs: Set<string>
  readonly events: OpencodeServerEvent[]
  /** The session as it was when the next run began; until then the session's own is right. */
  session?: SessionInfo
}

/** A session of an API with flat messages: the only place that sends its events, so that its messages follow from them. */
export class FlatSession {
  readonly record: SessionRecord
  readonly inbox: Inbox = new Inbox()
  readonly runs: FlatRun[] = []
  /** What works on its prompts, while something does. */
  execution: FlatExecution | undefined
  /** Whether what happens belongs to the last run. */
  running = false
  #closed = false
  readonly #dialect: FlatDialect
  readonly #clock: Clock
  readonly #messages = new FlatMessageList()

  readonly #listed: (message: FlatMessage) => FlatMessage

  /** `listed`: a message as its server lists it; default as it follows from its events. */
  constructor(
    record: SessionRecord,
    {
      dialect,
      clock,
      listed = (message) => message,
    }: { dialect: FlatDialect; clock: Clock; listed?: (message: FlatMessage) => FlatMessage },
  ) {
    this.#listed = listed
    this.record = record
    this.#dialect = dialect
    this.#clock = clock
  }

  get id(): string {
    return this.record.id
  }

  /** In the order in which they were taken up. */
  get messages(): readonly FlatMessage[] {
    return this.#messages.all.map(this.#listed)
  }

  message(id: string): FlatMessage | undefined {
    return this.#messages.find(id)
  }

  /** Tells what happened, now or at `at`, as the dialect spells it. Returns the seq of the last durable event; -1 where there is none. */
  send(event: FlatEvent, at: number = this.#clock.now()): number {
    let last = -1
    if (this.#closed) return last
    for (const spelled of this.#dialect.spell(event, this, at)) last = this.tell(spelled, at) ?? last
    return last
  }

  /** Tells what is spelled already. Returns its seq where it is durable. */
  tell(spelled: SpelledEvent, at: number = this.#clock.now()): number | undefined {
    return this.#closed ? undefined : this.#publish(spelled, at)
  }

  /** Begins with messages of another session, as a fork does: no event tells them. */
  adopt(messages: readonly FlatMessage[]): void {
    for (const message of messages) this.#messages.put(message)
  }

  /** Takes a prompt up: from now on it is a message. */
  promote(prompt: Admission): void {
    this.inbox.promote(prompt.id, this.send({ kind: 'prompt-promoted', prompt }))
  }

  /** Ends all work on it without a word: the server closes, or the session was deleted. */
  close(): void {
    this.#closed = true
    this.execution?.interrupt()
  }

  #publish(spelled: SpelledEvent, at: number): number | undefined {
    const { type, data, at: told = at } = spelled
    const { event, seq } = this.record.publish(spelled, at)
    const change = readChange({ id: event.id, type, properties: { ...data, sessionID: this.id }, created: told })
    if (change) this.#messages.take(change)
    const run = this.running ? this.runs.at(-1) : undefined
    run?.events.push(event)
    if (run && change && 'messageID' in change && change.messageID !== undefined) run.messageIDs.add(change.messageID)
    if (run && change?.kind === 'execution-ended' && change.mark) run.messageIDs.add(change.mark.id)
    return seq
  }
}
