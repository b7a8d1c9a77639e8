import type { HumanDesk } from '../human-desk.ts'
import type { IdSource } from '../id-source.ts'
import { PendingRequests, RequestRefused } from '../pending-requests.ts'
import type { FlatSession } from './flat-session.ts'
import type { RequestSource } from './permission-desk.ts'

/** Questions of the model that wait for a person. */
export interface FlatQuestionRequest {
  readonly id: string
  readonly sessionID: string
  readonly questions: readonly unknown[]
  readonly source: RequestSource
}

/** For each question the labels that were chosen, or words of the person's own. */
export type FlatAnswers = readonly (readonly string[])[]

/** Asks the model's questions. */
export class FlatQuestionDesk {
  readonly #ids: IdSource
  readonly #human: HumanDesk
  readonly #pending = new PendingRequests<FlatQuestionRequest, FlatAnswers>()
  readonly #sessions = new Map<string, FlatSession>()

  constructor(ids: IdSource, human: HumanDesk) {
    this.#ids = ids
    this.#human = human
  }

  get all(): readonly FlatQuestionRequest[] {
    return this.#pending.all
  }

  /** Resolves to the answers. Rejects with RequestRefused when they are dismissed, and with the signal's reason when it aborts. */
  ask(
    session: FlatSession,
    { questions, source }: Pick<FlatQuestionRequest, 'questions' | 'source'>,
    signal: AbortSignal,
  ): Promise<FlatAnswers> {
    const request = { id: this.#ids.next('que'), sessionID: session.id, questions, source }
    this.#sessions.set(session.id, session)
    session.send({ kind: 'question-asked', request })
    const answered = this.#pending.wait(request, signal).finally(() => this.#pending.take(request.id))
    this.#human.questions(questions, (answers) => {
      if (answers) this.reply(request.id, answers)
      else this.reject(request.id)
    })
    return answered
  }

  /** Answers a request; false when there is none of this id. */
  reply(id: string, answers: FlatAnswers): boolean {
    const entry = this.#pending.take(id)
    this.#sessions.get(entry?.info.sessionID ?? '')?.send({ kind: 'question-replied', requestID: id, answers })
    entry?.resolve(answers)
    return entry !== undefined
  }

  /** Dismisses a request, which ends the turn unless it comes with a message; false when there is none of this id. */
  reject(id: string, message?: string): boolean {
    const entry = this.#pending.take(id)
    this.#sessions.get(entry?.info.sessionID ?? '')?.send({ kind: 'question-rejected', requestID: id })
    entry?.reject(new RequestRefused(message ?? '', { ends: message === undefined }))
    return entry !== undefined
  }
}
