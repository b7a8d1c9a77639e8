import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import { type Fields, fieldsFault, type FieldType } from '../read-fields.ts'
import type { Rejection } from '../rejection.ts'
import { invalidRequest } from '../flat/http-errors.ts'

type FieldTypes = Readonly<Record<string, FieldType>>

const NO_FIELDS = {}

/**
 * Reads a JSON object with these fields; null is as good as nothing for one that may be left out (facts/opencode-2x.md section 1.4), and
 * others are kept as they are. A bad one gets a 400. The words, and that malformed JSON is a 400 too, are inferred.
 */
export function readBody<const R extends FieldTypes, const O extends FieldTypes = typeof NO_FIELDS>(
  request: FakeRequest,
  required: R,
  optional?: O,
): { readonly body: Fields<R, O> } | Rejection {
  const text = request.text()
  const value = parse(text === '' && Object.keys(required).length === 0 ? '{}' : text)
  if (!isRecord(value)) return reject(`Expected object, got ${JSON.stringify(value)}`)
  const given = Object.fromEntries(Object.entries(value).filter(([name, field]) => field !== null || name in required))
  const fault = fieldsFault(given, required, optional)
  if (fault !== undefined) return reject(fault)
  // Every field was compared with the type that its value is given here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { body: given as Fields<R, O> }
}

/** A 400 that says what the payload should have been, and where. */
export const reject = (message: string): Rejection => ({ rejected: invalidRequest(message, 'Payload') })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no JSON, so no object: refused as such
  }
}
