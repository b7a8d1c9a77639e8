import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import type { IdSource } from '../id-source.ts'
import type { Rejection } from '../rejection.ts'
import { badRequest, unexpected } from './errors.ts'

/** A body that is an object, or the server's own answer to another one (facts/opencode-1x.md section 9). */
export function readJsonBody(
  request: FakeRequest,
  ids: IdSource,
): { readonly fields: Readonly<Record<string, unknown>> } | Rejection {
  const text = request.text()
  if (text === '') return reject('Expected object, got undefined')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { rejected: unexpected(ids) } // the real server answers malformed JSON here with a 500
  }
  return isRecord(body) ? { fields: body } : reject(`Expected object, got ${JSON.stringify(body)}`)
}

/** A 400 that says what the payload should have been, and where. */
export const reject = (message: string): Rejection => ({ rejected: badRequest(message) })
