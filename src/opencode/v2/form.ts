import { isRecord } from '../../model/checks.ts'

/** What a person may be asked in a form (facts/opencode-2x.md section 3.1); `options` with values to choose from. */
export interface FormField {
  readonly key: string
  readonly type: string
  readonly [field: string]: unknown
}

/** A form as `form.created` and the lists of forms show it. */
export interface FormInfo {
  readonly id: string
  /** `global` where it belongs to no session. */
  readonly sessionID: string
  readonly title: string
  readonly fields: readonly FormField[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** What a person answered: the key of a field to its value. */
export type FormAnswer = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** What became of a form. */
export type FormState =
  | { readonly status: 'pending' }
  | { readonly status: 'answered'; readonly answer: FormAnswer }
  | { readonly status: 'cancelled'; readonly message?: string }

/** What is wrong with an answer to these fields; undefined: nothing. The server's words are not known: these are the fake's own. */
export function answerFault(
  fields: readonly FormField[],
  answer: Readonly<Record<string, unknown>>,
): string | undefined {
  const stranger = Object.keys(answer).find((key) => !fields.some((field) => field.key === key))
  if (stranger !== undefined) return `Unknown field: ${stranger}`
  for (const field of fields) {
    const value = answer[field.key]
    if (value === undefined) {
      if (field['required'] === true) return `Missing field: ${field.key}`
      continue
    }
    if (!fits(field, value)) return `Invalid value for field: ${field.key}`
  }
  return undefined
}

/** Whether `answer` is one at all. */
export const isFormAnswer = (answer: Readonly<Record<string, unknown>>): answer is FormAnswer =>
  Object.values(answer).every(
    (value) => isText(value) || typeof value === 'number' || typeof value === 'boolean' || isTexts(value),
  )

function fits(field: FormField, value: unknown): boolean {
  switch (field.type) {
    case 'string':
      return isText(value) && isOffered(field, value)
    case 'multiselect':
      return isTexts(value) && value.every((one) => isOffered(field, one))
    case 'number':
      return typeof value === 'number'
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
      return typeof value === 'boolean'
    default:
      return true // an external one is filled in elsewhere
  }
}

/** Without options everything is; with `custom` a person may also say something of their own. */
function isOffered({ options, custom }: FormField, value: string): boolean {
  if (custom === true || !Array.isArray(options)) return true
  return options.some((option) => isRecord(option) && option['value'] === value)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText)
