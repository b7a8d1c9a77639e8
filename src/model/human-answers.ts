import { isRecord } from './checks.ts'
import { type Converted, toBoolean, typed } from './convert-answer.ts'
import type { FakeHuman } from './fake-human.ts'

/** Leave that a server asks a person for, in any dialect: `bash`, and the commands it is about. */
export interface AskedPermission {
  readonly permission: string
  readonly patterns: readonly string[]
}

/** A person's word on a permission. With a message a rejection lets the turn go on. */
export interface PermissionAnswer {
  readonly reply: 'once' | 'always' | 'reject'
  readonly message?: string
}

/** A question with the labels it offers. `custom`: whether words of the person's own are an answer. */
export interface AskedQuestion {
  readonly text: string
  readonly options: readonly string[]
  readonly custom: boolean
}

/** For each question the labels that were chosen, or words of the person's own; undefined: dismissed. */
export type QuestionsAnswer = readonly (readonly string[])[] | undefined

/** How a permission is put to a person: `Allow bash: rm notes.txt?` */
export const permissionPrompt = ({ permission, patterns }: AskedPermission): string =>
  `Allow ${permission}${patterns.length === 0 ? '' : `: ${patterns.join(', ')}`}?`

/**
 * Asks for leave. `'once'`, `true` and yes allow it, `'always'` for good; `'reject'`, `false`, no and undefined do not, nor does
 * `{ reject: message }`, which says why. Rejects with ScriptExhaustedError where no answer is left.
 */
export const askPermission = (human: FakeHuman, asked: AskedPermission): Promise<PermissionAnswer> =>
  human.dialogue((person) => person.ask(permissionPrompt(asked), toPermissionAnswer))

/**
 * Asks questions, one after the other: a label or labels for each, `[[…], […]]` for all at once, a text of the person's own, undefined to
 * dismiss them all. Rejects with ScriptExhaustedError where no answer is left.
 */
export function askQuestions(human: FakeHuman, questions: readonly AskedQuestion[]): Promise<QuestionsAnswer> {
  return human.dialogue(async ({ ask, note }) => {
    const answers: (readonly string[])[] = []
    for (const [index, question] of questions.entries()) {
      const answer = await ask(question.text, (given) => toQuestionAnswer(given, questions, index))
      if (answer === 'dismissed') return undefined
      if (answer.all) {
        for (const { text } of questions.slice(1)) note(text)
        return answer.all
      }
      answers.push(answer.one)
    }
    return answers
  })
}

/** A permission as opencode's events have it: the preview and 2.x call them action and resources. */
export function readPermission(fields: Readonly<Record<string, unknown>>): AskedPermission {
  const { permission = fields['action'], patterns = fields['resources'] } = fields
  return { permission: typed(permission), patterns: Array.isArray(patterns) ? patterns.map(typed) : [] }
}

/** Questions as opencode's tool and its events have them. */
export function readQuestions(questions: unknown): readonly AskedQuestion[] {
  return (Array.isArray(questions) ? questions : []).filter(isRecord).map(({ question, options, custom }) => ({
    text: typeof question === 'string' ? question : '',
    options: (Array.isArray(options) ? options : []).filter(isRecord).flatMap(({ label }) => typed(label) || []),
    custom: custom !== false,
  }))
}

/** The labels an answer chooses, or words of the person's own where they may be some; undefined where it does not fit. */
export function toLabels(answer: unknown, { options, custom }: AskedQuestion): readonly string[] | undefined {
  const given: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  const texts = given.map(typed)
  const labels = texts.map((text) => (options.includes(text.trim()) ? text.trim() : text))
  return labels.every((label) => label !== '' && (custom || options.includes(label))) ? labels : undefined
}

function toPermissionAnswer(answer: unknown): Converted<PermissionAnswer> {
  if (answer === undefined) return { value: { reply: 'reject' } }
  if (isRecord(answer) && typeof answer['reject'] === 'string') {
    return { value: { reply: 'reject', message: answer['reject'] } }
  }
  const word = typed(answer).trim().toLowerCase()
  if (word === 'once' || word === 'always' || word === 'reject') return { value: { reply: word } }
  const leave = toBoolean(answer)
  return leave && { value: { reply: leave.value ? 'once' : 'reject' } }
}

type Given =
  | { readonly all?: undefined; readonly one: readonly string[] }
  | { readonly all: readonly (readonly string[])[] }

function toQuestionAnswer(
  given: unknown,
  questions: readonly AskedQuestion[],
  index: number,
): Converted<Given | 'dismissed'> {
  if (given === undefined) return { value: 'dismissed' }
  if (Array.isArray(given) && given.some((item) => Array.isArray(item))) {
    if (index > 0 || given.length !== questions.length) return undefined
    const all = questions.map((question, place) => toLabels(given[place], question))
    const fitting = all.filter((labels) => labels !== undefined)
    return fitting.length === all.length ? { value: { all: fitting } } : undefined
  }
  const question = questions[index]
  const one = question && toLabels(given, question)
  return one && { value: { one } }
}
