import { InvalidOptionError } from '../errors.ts'
import { isStandardSchema, type StandardSchema } from './standard-schema.ts'

/** What an answer is wanted as: a text, a number, yes or no, one of a list, or what a Standard Schema lets through. */
export type Returns = StringConstructor | NumberConstructor | BooleanConstructor | readonly unknown[] | StandardSchema

/** The type of an answer. */
export type AnswerOf<R> = R extends StringConstructor
  ? string
  : R extends NumberConstructor
    ? number
    : R extends BooleanConstructor
      ? boolean
      : R extends readonly (infer Choice)[]
        ? Choice
        : R extends StandardSchema<infer Output>
          ? Output
          : never

/** An answer that fits, or undefined for one that does not. */
export type Converted<T = unknown> = { readonly value: T } | undefined

/** Makes of a person's answer what was asked for; undefined where it does not fit. */
export type Convert<T = unknown> = (answer: unknown) => Converted<T> | Promise<Converted<T>>

/** How answers are converted for `returns`. Throws InvalidOptionError for what says nothing of that. */
export function converterOf(returns: unknown): Convert {
  if (returns === String) return toText
  if (returns === Number) return toNumber
  if (returns === Boolean) return toBoolean
  if (Array.isArray(returns) && returns.length > 0) return (answer) => toChoice(returns, answer)
  if (isStandardSchema(returns)) return (answer) => validated(returns, answer)
  const expected = 'String, Number, Boolean, a list of choices or a Standard Schema'
  throw new InvalidOptionError({ path: 'ask(returns)', expected, received: returns })
}

/** What a person types; '' where it is nothing one can type. Of a number or a yes it is the text that stands for it. */
export const typed = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean' || typeof answer === 'bigint'
    ? String(answer)
    : ''

function toText(answer: unknown): Converted<string> {
  const value = typed(answer)
  return value === '' ? undefined : { value }
}

/** A number, also as text. */
export function toNumber(answer: unknown): Converted<number> {
  const text = typeof answer === 'boolean' ? '' : typed(answer).trim()
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? undefined : { value }
}

/** Yes or no, also as text. */
export function toBoolean(answer: unknown): Converted<boolean> {
  const text = typed(answer).trim().toLowerCase()
  if (['yes', 'y', 'true'].includes(text)) return { value: true }
  return ['no', 'n', 'false'].includes(text) ? { value: false } : undefined
}

/** A choice itself, or the text that stands for it. */
function toChoice(choices: readonly unknown[], answer: unknown): Converted {
  if (choices.includes(answer)) return { value: answer }
  const text = typed(answer).trim()
  const index = text === '' ? -1 : choices.findIndex((choice) => typed(choice) === text)
  return index === -1 ? undefined : { value: choices[index] }
}

async function validated(schema: StandardSchema, answer: unknown): Promise<Converted> {
  const result = await schema['~standard'].validate(answer)
  return result.issues ? undefined : { value: result.value }
}
