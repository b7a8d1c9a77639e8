import { isRecord } from '../model/checks.ts'

/** What a field of a body must be: a type, or one of some words. */
export type FieldType = 'string' | 'string | null' | 'number' | 'boolean' | 'object' | 'array' | readonly string[]

type FieldValue<T extends FieldType> = T extends 'string'
  ? string
  : T extends 'string | null'
    ? string | null
    : T extends 'number'
      ? number
      : T extends 'boolean'
        ? boolean
        : T extends 'object'
          ? Readonly<Record<string, unknown>>
          : T extends 'array'
            ? readonly unknown[]
            : T extends readonly (infer Word)[]
              ? Word
              : never

/** The fields of a body by the types that they must have. */
export type Fields<R extends Readonly<Record<string, FieldType>>, O extends Readonly<Record<string, FieldType>>> = {
  readonly [K in keyof R]: FieldValue<R[K]>
} & { readonly [K in keyof O]?: FieldValue<O[K]> }

type Types = Readonly<Record<string, FieldType>>

/** What is wrong with the first field that is missing or of another type, in the server's words; undefined: nothing. `path`: where the object stands. */
export function fieldsFault(
  body: Readonly<Record<string, unknown>>,
  required: Types,
  optional: Types = {},
  path = '',
): string | undefined {
  const missing = Object.keys(required).find((name) => body[name] === undefined)
  if (missing !== undefined) return `Missing key\n  at ${path}["${missing}"]`
  for (const [name, type] of Object.entries({ ...required, ...optional })) {
    const value = body[name]
    if (value === undefined || fits(value, type)) continue
    return `Expected ${nameOf(type)}, got ${JSON.stringify(value)}\n  at ${path}["${name}"]`
  }
  return undefined
}

function fits(value: unknown, type: FieldType): boolean {
  if (typeof type !== 'string') return type.some((word) => word === value)
  if (type === 'string | null') return value === null || typeof value === 'string'
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isRecord(value) : typeof value === type
}

const nameOf = (type: FieldType): string =>
  typeof type === 'string' ? type : type.map((word) => JSON.stringify(word)).join(' | ')
