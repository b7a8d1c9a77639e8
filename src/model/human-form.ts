import { isRecord } from './checks.ts'
import { type Convert, toBoolean, toNumber, typed } from './convert-answer.ts'
import type { FakeHuman } from './fake-human.ts'
import { type AskedQuestion, toLabels } from './human-answers.ts'

/** What a form is answered with: key to value; undefined: dismissed. */
export type FormAnswer = Readonly<Record<string, unknown>> | undefined

type Field = Readonly<Record<string, unknown>>

/** What a field's answer is, where it is none of the field itself. */
type Given =
  | { readonly value: unknown }
  | { readonly all: Readonly<Record<string, unknown>> }
  | 'left out'
  | 'dismissed'

/**
 * Asks the fields of a 2.x form, one after the other (facts/opencode-2x.md section 3.1): a label or labels, a number, yes or no, as the
 * field is; '' leaves out one that is not required; `[[…], […]]` or `{ key: value }` answers all at once; undefined dismisses the form.
 * Hidden fields and those whose `when` does not hold are not asked. Rejects with ScriptExhaustedError where no answer is left.
 */
export function askForm(human: FakeHuman, form: Field): Promise<FormAnswer> {
  const fields = (Array.isArray(form['fields']) ? form['fields'] : []).filter(isRecord).filter(isAsked)
  const prompts = fields.map((field) => promptOf(field, form))
  return human.dialogue(async ({ ask, note }) => {
    const answers: Record<string, unknown> = {}
    for (const [index, field] of fields.entries()) {
      if (!holds(field, answers)) continue
      const given = await ask(prompts[index] ?? '', convertFor(field, index === 0 ? fields : []))
      if (given === 'dismissed') return undefined
      if (given === 'left out') continue
      if ('all' in given) {
        for (const prompt of prompts.slice(1)) note(prompt)
        return given.all
      }
      answers[keyOf(field)] = given.value
    }
    return answers
  })
}

/** What a form asks, as a person reads it. */
export const formText = (form: Field): string =>
  (Array.isArray(form['fields']) ? form['fields'] : [])
    .filter(isRecord)
    .map((field) => promptOf(field, form))
    .join(' / ')

const isAsked = ({ hidden, type }: Field): boolean => hidden !== true && type !== 'external'

const keyOf = ({ key }: Field): string => typed(key)

/** The question tool's header is a field's title, and its question the description. */
const promptOf = ({ title, description, key }: Field, form: Field): string =>
  typed(description) || typed(title) || `${typed(form['title'])}: ${typed(key)}`

function holds({ when }: Field, answers: Readonly<Record<string, unknown>>): boolean {
  const conditions = (Array.isArray(when) ? when : []).filter(isRecord)
  return conditions.every(({ key, op, value }) => (answers[typed(key)] === value) === (op === 'eq'))
}

/** `together`: the fields that an answer may be for, where it is the first one. */
function convertFor(field: Field, together: readonly Field[]): Convert<Given> {
  return (given) => {
    if (given === undefined) return { value: 'dismissed' }
    if (isRecord(given)) return together.length > 0 ? { value: { all: given } } : undefined
    if (given === '' && field['required'] !== true) return { value: 'left out' }
    if (!Array.isArray(given) || !given.some((item) => Array.isArray(item))) {
      const value = valueFor(field, given)
      return value && { value }
    }
    if (given.length !== together.length) return undefined
    const values = together.map((one, index) => {
      const list: unknown = given[index]
      return valueFor(one, Array.isArray(list) && one['type'] !== 'multiselect' ? list[0] : list)
    })
    if (values.includes(undefined)) return undefined
    return { value: { all: Object.fromEntries(together.map((one, index) => [keyOf(one), values[index]?.value])) } }
  }
}

function valueFor(field: Field, given: unknown): { readonly value: unknown } | undefined {
  const { type } = field
  if (type === 'number' || type === 'integer') {
    const number = toNumber(given)
    return type === 'integer' && !Number.isInteger(number?.value) ? undefined : number
  }
  if (type === 'boolean') return toBoolean(given)
  const labels = toLabels(given, questionOf(field))
  if (!labels) return undefined
  const values = labels.map((label) => valueOf(field, label))
  if (type === 'multiselect') return { value: values }
  return values.length === 1 ? { value: values[0] } : undefined
}

const optionsOf = ({ options }: Field): readonly Field[] => (Array.isArray(options) ? options : []).filter(isRecord)

/** Without options every text is an answer; with them only where the field says so. */
const questionOf = (field: Field): AskedQuestion => {
  const options = optionsOf(field).flatMap(({ label, value }) => [typed(label), typed(value)])
  return { text: '', options, custom: field['custom'] === true || options.length === 0 }
}

const valueOf = (field: Field, label: string): unknown =>
  optionsOf(field).find((option) => option['label'] === label)?.['value'] ?? label
