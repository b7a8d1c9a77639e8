import type { HumanDesk } from '../human-desk.ts'
import type { IdSource } from '../id-source.ts'
import { PendingRequests, RequestRefused } from '../pending-requests.ts'
import type { Session } from './session.ts'

/** Questions as `question.asked` and `GET /question` show them. */
export interface QuestionRequest {
  readonly id: string
  readonly sessionID: string
  readonly questions: readonly unknown[]
  readonly tool: { readonly messageID: string; readonly callID: string }
}

/** For each question the labels that were chosen, or words of the person's own. */
export type QuestionAnswers = readonly (readonly string[])[]

/** Asks the model's questions (facts/opencode-1x.md section 8). */
export class QuestionDesk {
  readonly #ids: IdSource
  readonly #human: HumanDesk
  readonly #pending = new PendingRequests<QuestionRequest, QuestionAnswers>()
  readonly #sessions = new Map<string, Session>()

  constructor(ids: IdSource, human: HumanDesk) {
    this.#ids = ids
    this.#human = human
  }

  get all(): readonly QuestionRequest[] {
    return this.#pending.all
  }

  /** Resolves to the answers. Rejects with RequestRefused when they are dismissed, and with the signal's reason when it aborts. */
  ask(
    session: Session,
    tool: QuestionRequest['tool'],
    questions: readonly unknown[],
    signal: AbortSignal,
  ): Promise<QuestionAnswers> {
    const request = { id: this.#ids.next('que'), sessionID: session.id, questions, tool }
    this.#sessions.set(session.id, session)
    session.send('question.asked', request)
    const answered = this.#pending.wait(request, signal)
    this.#human.questions(
      questions,
      (answers) => void (answers ? this.reply(request.id, answers) : this.reject(request.id)),
    )
    return answered
  }

  /** Answers a request; false when there is none of this id. */
  reply(id: string, answers: QuestionAnswers): boolean {
    const entry = this.#pending.take(id)
    this.#sessions.get(entry?.info.sessionID ?? '')?.send('question.replied', { requestID: id, answers })
    entry?.resolve(answers)
    return entry !== undefined
  }

  /** Dismisses a request, which ends the turn; false when there is none of this id. */
  reject(id: string): boolean {
    const entry = this.#pending.take(id)
    this.#sessions.get(entry?.info.sessionID ?? '')?.send('question.rejected', { requestID: id })
    entry?.reject(new RequestRefused('The user dismissed this question', { ends: true }))
    return entry !== undefined
  }
}
