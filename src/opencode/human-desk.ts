import type { FakeHuman } from '../model/fake-human.ts'
import { askForm, type FormAnswer, formText } from '../model/human-form.ts'
import {
  type AskedPermission,
  askPermission,
  askQuestions,
  type PermissionAnswer,
  type QuestionsAnswer,
  readQuestions,
} from '../model/human-answers.ts'

/** The person of a fake server's own, who answers what it asks without HTTP; without one its clients answer. */
export class HumanDesk {
  readonly #human: FakeHuman | undefined
  readonly #miss: (message: string) => void

  /** `miss`: told of a question for which no answer was left. */
  constructor(human: FakeHuman | undefined, miss: (message: string) => void) {
    this.#human = human
    this.#miss = miss
  }

  /** Asks the person for leave, where there is one. Without an answer it is a rejection that says so. */
  permission(asked: AskedPermission, answer: (answer: PermissionAnswer) => void): void {
    if (!this.#human) return
    void askPermission(this.#human, asked).then(answer, (error: unknown) =>
      answer({ reply: 'reject', message: this.#missed(error) }),
    )
  }

  /** Asks the person the questions of opencode's tool, where there is one. undefined: dismissed, also without an answer. */
  questions(questions: readonly unknown[], answer: (answers: QuestionsAnswer) => void): void {
    if (!this.#human) return
    void askQuestions(this.#human, readQuestions(questions)).then(answer, (error: unknown) => {
      this.#missed(error)
      answer(undefined)
    })
  }

  /** Asks the person to fill in a form, where there is one. `answer` says what is wrong with what it is given; undefined: dismissed. */
  form(form: Readonly<Record<string, unknown>>, answer: (answer: FormAnswer) => string | undefined): void {
    if (!this.#human) return
    const fill = async (human: FakeHuman): Promise<void> => {
      const fault = answer(await askForm(human, form))
      if (fault !== undefined) throw new Error(`the answer to ${JSON.stringify(formText(form))} does not fit: ${fault}`)
    }
    void fill(this.#human).catch((error: unknown) => {
      this.#missed(error)
      answer(undefined)
    })
  }

  #missed(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error)
    this.#miss(message)
    return message
  }
}
