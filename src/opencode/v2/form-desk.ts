import type { HumanDesk } from '../human-desk.ts'
import type { IdSource } from '../id-source.ts'
import { RequestRefused } from '../pending-requests.ts'
import { answerFault, type FormAnswer, type FormInfo, type FormState, isFormAnswer } from './form.ts'

/** What a form is made of. */
export type NewForm = Pick<FormInfo, 'title' | 'fields'> & Partial<Pick<FormInfo, 'id' | 'metadata'>>

interface FormEntry {
  readonly info: FormInfo
  state: FormState
  /** Tells who waits for the answer; nobody does where a client made the form. */
  readonly settle?: { readonly answer: (answer: FormAnswer) => void; readonly refuse: (reason: RequestRefused) => void }
}

/** Sends an event of a form to its session's place. */
type Send = (sessionID: string, type: string, data: Readonly<Record<string, unknown>>) => void

/** The forms of a server: what its tools ask a person, and what clients let it ask (facts/opencode-2x.md section 3.1). */
export class FormDesk {
  readonly #ids: IdSource
  readonly #human: HumanDesk
  readonly #send: Send
  readonly #entries = new Map<string, FormEntry>()

  constructor(ids: IdSource, human: HumanDesk, send: Send) {
    this.#ids = ids
    this.#human = human
    this.#send = send
  }

  /** Those that wait for an answer, oldest first. */
  get pending(): readonly FormInfo[] {
    return [...this.#entries.values()].filter(({ state }) => state.status === 'pending').map(({ info }) => info)
  }

  /** The form of an id, in a session. */
  find(sessionID: string, id: string): { readonly info: FormInfo; readonly state: FormState } | undefined {
    const entry = this.#entries.get(id)
    return entry?.info.sessionID === sessionID ? entry : undefined
  }

  /** Whether an id is taken. */
  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Shows a form that nobody in the server waits for. */
  create(sessionID: string, form: NewForm, settle?: FormEntry['settle']): FormInfo {
    const { id = this.#ids.next('frm'), title, fields, metadata } = form
    const info = { id, sessionID, title, ...(metadata && { metadata }), fields }
    this.#entries.set(id, { info, state: { status: 'pending' }, ...(settle && { settle }) })
    this.#send(sessionID, 'form.created', { form: info })
    this.#human.form({ ...info }, (answer) => {
      const fault = answer && answerFault(fields, answer)
      if (fault !== undefined) return fault
      if (answer && !isFormAnswer(answer)) return 'expected texts, numbers, booleans and lists of texts'
      if (answer) this.reply(id, answer)
      else this.cancel(id)
      return undefined
    })
    return info
  }

  /**
   * Shows a form, and waits. Resolves to the answer; rejects with RequestRefused when the person cancels it, which ends the turn unless
   * they said why, and with the signal's reason when it aborts, which takes the form away.
   */
  ask(sessionID: string, form: NewForm, signal: AbortSignal): Promise<FormAnswer> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.cancel(info.id)
        reject(signal.reason)
      }
      const settle = { answer: resolve, refuse: reject }
      const info = this.create(sessionID, form, settle)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    })
  }

  /** Answers a form that waits. */
  reply(id: string, answer: FormAnswer): void {
    const entry = this.#entries.get(id)
    if (entry?.state.status !== 'pending') return
    entry.state = { status: 'answered', answer }
    this.#send(entry.info.sessionID, 'form.replied', { id, sessionID: entry.info.sessionID, answer })
    entry.settle?.answer(answer)
  }

  /** Cancels a form that waits; with a message the model goes on with it. */
  cancel(id: string, message?: string): void {
    const entry = this.#entries.get(id)
    if (entry?.state.status !== 'pending') return
    entry.state = { status: 'cancelled', ...(message !== undefined && { message }) }
    this.#send(entry.info.sessionID, 'form.cancelled', { id, sessionID: entry.info.sessionID })
    entry.settle?.refuse(new RequestRefused(message ?? 'The user cancelled this form', { ends: message === undefined }))
  }
}
