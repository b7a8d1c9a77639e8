import type { FakeResponse } from '../../http/fake-handler.ts'
import { jsonResponse } from '../../http/json-response.ts'
import type { IdSource } from '../id-source.ts'

// The error bodies of opencode 1.18, as facts/opencode-1x.md section 9 lists them.

/** 404 for an id that names nothing. */
export const notFound = (what: 'Session' | 'Message', id: string): FakeResponse =>
  jsonResponse({ name: 'NotFoundError', data: { message: `${what} not found: ${id}` } }, { status: 404 })

/** 500, the server's answer where something went wrong inside. */
export const unexpected = (ids: IdSource): FakeResponse =>
  jsonResponse(
    {
      name: 'UnknownError',
      data: { message: 'Unexpected server error. Check server logs for details.', ref: ids.errorRef() },
    },
    { status: 500 },
  )

/** 400 of the prompt routes: what the payload, a path parameter or the query should have been, and where. */
export const badRequest = (message: string, kind: 'Payload' | 'Params' | 'Query' | 'Body' = 'Payload'): FakeResponse =>
  jsonResponse({ name: 'BadRequest', data: { message, kind } }, { status: 400 })

/** 400 of the session routes, which say nothing more. */
export const taggedBadRequest = (): FakeResponse => jsonResponse({ _tag: 'BadRequest' }, { status: 400 })

/** 409 for a change of the history while work is under way (captures/1.18.33/15h-busy-conflicts.json). */
export const sessionBusy = (sessionID: string): FakeResponse =>
  jsonResponse({ _tag: 'SessionBusyError', sessionID, message: `Session is busy: ${sessionID}` }, { status: 409 })
