import type { FakeRequest } from '../../http/fake-handler.ts'
import type { IdSource } from '../id-source.ts'
import { type FieldType, type Fields, fieldsFault } from '../read-fields.ts'
import { badRequest } from './errors.ts'
import type { Rejection } from '../rejection.ts'
import { readJsonBody } from './json-body.ts'

const NO_FIELDS = {}

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
  const fault = fieldsFault(body, required, optional)
  if (fault !== undefined) return { rejected: badRequest(fault) }
  // Every field was compared with the type that its value is given here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { body: body as Fields<R, O> }
}
