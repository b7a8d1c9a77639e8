import { HttpCallError } from '../../errors.ts'
import { isRecord } from '../../model/checks.ts'
import type { FakeHuman } from '../../model/fake-human.ts'
import { decodeEvents } from '../../wire/decode-events.ts'
import { type PersonRequest, readPersonEvent, readPersonRequest } from '../../wire/read-person-request.ts'
import type { CallServer } from '../http-call.ts'
import type { HumanDialect } from './human-dialect.ts'

/** A person at a server, over HTTP: what the server asks is answered in the order it was asked, one after the other. */
export class HumanAttachment {
  readonly #call: CallServer
  readonly #dialect: HumanDialect
  readonly #human: FakeHuman
  readonly #controller = new AbortController()
  readonly #seen = new Set<string>()
  readonly #settled = new Set<string>()
  readonly #faults: Error[] = []
  #work: Promise<void> = Promise.resolve()
  #reading: Promise<void> = Promise.resolve()

  constructor(call: CallServer, dialect: HumanDialect, human: FakeHuman) {
    this.#call = call
    this.#dialect = dialect
    this.#human = human
  }

  /** Resolves once the server has confirmed the stream, and what waited before was read. Rejects where a call fails. */
  async open(): Promise<void> {
    const { stream: path } = this.#dialect
    const { body } = await this.#call({ method: 'GET', path, signal: this.#controller.signal })
    if (!body) throw new HttpCallError(`GET ${path}`, { status: 200, body: null })
    const events = decodeEvents(body, { onDrift: () => undefined })
    await events.next() // server.connected
    this.#reading = this.#read(events)
    try {
      for (const kind of this.#dialect.kinds) {
        for (const request of await this.#pending(kind, undefined)) this.#take(request)
      }
    } catch (error) {
      this.#controller.abort()
      throw error
    }
  }

  /** Stops answering. Rejects with what could not be answered. */
  async close(): Promise<void> {
    this.#controller.abort()
    await Promise.all([this.#work, this.#reading])
    const [first] = this.#faults
    if (first) throw this.#faults.length === 1 ? first : new AggregateError(this.#faults, messagesOf(this.#faults))
  }

  async #read(events: AsyncIterator<unknown>): Promise<void> {
    try {
      for (let next = await events.next(); !next.done; next = await events.next()) {
        const told = readPersonEvent(next.value)
        if (!told) continue
        if ('settled' in told) this.#settled.add(told.settled)
        else this.#take(told.asked)
      }
    } catch {
      // The stream broke, or was left: a server that is gone asks nothing more.
    }
  }

  #take(request: PersonRequest): void {
    if (this.#seen.has(request.id)) return
    this.#seen.add(request.id)
    this.#work = this.#work.then(() => this.#answer(request))
  }

  async #answer(request: PersonRequest): Promise<void> {
    try {
      if (!(await this.#waits(request))) return
      await this.#call(await this.#dialect.answer(this.#human, request))
    } catch (error) {
      // Another one answered in the meantime, or nobody is there any more.
      if (this.#settled.has(request.id) || this.#controller.signal.aborted) return
      await this.#fail(request, error)
    }
  }

  /** A refusal settles other requests of its session: the list is asked, as the stream may tell it a moment later. */
  async #waits({ id, kind, directory }: PersonRequest): Promise<boolean> {
    if (this.#controller.signal.aborted || this.#settled.has(id)) return false
    return (await this.#pending(kind, directory)).some((request) => request.id === id)
  }

  async #fail(request: PersonRequest, error: unknown): Promise<void> {
    const text = this.#dialect.textOf(request)
    const what = error instanceof HttpCallError ? error.because(`it was the answer to ${JSON.stringify(text)}`) : error
    this.#faults.push(what instanceof Error ? what : new Error(String(what)))
    try {
      // So that the run does not wait for ever.
      await this.#call(this.#dialect.dismiss(request))
    } catch {
      // The fault that is told already is the one to look at.
    }
  }

  async #pending(kind: PersonRequest['kind'], directory: string | undefined): Promise<readonly PersonRequest[]> {
    const { signal } = this.#controller
    const response = await this.#call({ method: 'GET', path: this.#dialect.pending(kind, directory), signal })
    const answer: unknown = await response.json()
    const list = isRecord(answer) ? answer['data'] : answer
    const items: readonly unknown[] = Array.isArray(list) ? list : []
    return items.flatMap((item) => readPersonRequest(kind, item, directory) ?? [])
  }
}

const messagesOf = (faults: readonly Error[]): string => faults.map(({ message }) => message).join('\n')
