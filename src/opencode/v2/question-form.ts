import { isRecord } from '../../model/checks.ts'
import type { FormAnswer, FormField } from './form.ts'
import type { NewForm } from './form-desk.ts'

/** The questions of the model's question tool as a form, one field each (facts/opencode-2x.md section 3.1). */
export function questionForm(questions: readonly unknown[], tool: { messageID: string; id: string }): NewForm {
  return { title: 'Questions', metadata: { kind: 'question', tool }, fields: questions.map(toField) }
}

/** The answer to each question: the labels that were chosen, or words of the person's own; none for one that was left out. */
export const answersOf = (questions: readonly unknown[], answer: FormAnswer): readonly (readonly string[])[] =>
  questions.map((_question, index) => {
    const value = answer[keyOf(index)]
    if (value === undefined) return []
    return typeof value === 'object' ? value : [String(value)]
  })

const keyOf = (index: number): string => `q${index}`

function toField(asked: unknown, index: number): FormField {
  const { header, question, options, multiple } = isRecord(asked) ? asked : {}
  const labels = Array.isArray(options) ? options.filter(isRecord) : []
  return {
    key: keyOf(index),
    type: multiple === true ? 'multiselect' : 'string',
    ...(typeof header === 'string' && { title: header }),
    ...(typeof question === 'string' && { description: question }),
    options: labels.map(toOption),
    custom: true,
  }
}

const toOption = ({ label, description }: Readonly<Record<string, unknown>>): object => ({
  value: String(label),
  label: String(label),
  ...(typeof description === 'string' && { description }),
})
