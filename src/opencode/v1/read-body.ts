import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import type { IdSource } from '../id-source.ts'
import { badRequest } from './errors.ts'
import { readJsonBody, type Rejection } from './json-body.ts'

/** What a field of a body must be: a type, or one of some words. */
export type FieldType = 'string' | 'string | null' | 'number' | 'boolean' | 'object' | readonly string[]

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
          : T extends readonly (infer Word)[]
            ? Word
            : never

const NO_FIELDS = {}

type Fields<R extends Readonly<Record<string, FieldType>>, O extends Readonly<Record<string, FieldType>>> = {
  readonly [K in keyof R]: FieldValue<R[K]>
} & { readonly [K in keyof O]?: FieldValue<O[K]> }

/**
 * Reads a JSON object with these fields; others are kept as they are. A bad one gets the server's own 400, malformed JSON its 500
 * (facts/opencode-1x.md section 9: the rows of `POST …/message`, which has no reader of its own either).
 */
export function readBody<
  const R extends Readonly<Record<string, FieldType>>,
  const O extends Readonly<Record<string, FieldType>> = typeof NO_FIELDS,
>(request: FakeRequest, ids: IdSource, required: R, optional?: O): { readonly body: Fields<R, O> } | Rejection {
  const read = readJsonBody(request, ids)
  if ('rejected' in read) return read
  const body = read.fields
  const missing = Object.keys(required).find((name) => body[name] === undefined)
  if (missing !== undefined) return { rejected: badRequest(`Missing key\n  at ["${missing}"]`) }
  for (const [name, type] of Object.entries({ ...required, ...optional })) {
    const value = body[name]
    if (value === undefined || fits(value, type)) continue
    return { rejected: badRequest(`Expected ${nameOf(type)}, got ${JSON.stringify(value)}\n  at ["${name}"]`) }
  }
  // Every field was compared with the type that its value is given here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { body: body as Fields<R, O> }
}

function fits(value: unknown, type: FieldType): boolean {
  if (typeof type !== 'string') return type.some((word) => word === value)
  if (type === 'string | null') return value === null || typeof value === 'string'
  return type === 'object' ? isRecord(value) : typeof value === type
}

const nameOf = (type: FieldType): string =>
  typeof type === 'string' ? type : type.map((word) => JSON.stringify(word)).join(' | ')
