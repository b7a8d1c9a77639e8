import type { BodyChunk, FakeResponse } from '../http/fake-handler.ts'
import { iterateBody, type BodyIterator } from '../http/iterate-body.ts'

/** Reads the body of an answer, whichever kind it is; one without a body ends at once. */
export function iterateResponse({ body }: FakeResponse): BodyIterator<BodyChunk> {
  if (body === null || body === undefined) return iterateBody<BodyChunk>([])
  return iterateBody(typeof body === 'object' && Symbol.asyncIterator in body ? body : [body])
}
