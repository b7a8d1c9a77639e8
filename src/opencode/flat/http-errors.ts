import type { FakeResponse } from '../../http/fake-handler.ts'
import { jsonResponse } from '../../http/json-response.ts'

// The error bodies that the preview API and 2.x have in common (facts/opencode-1x-preview-api.md section 4, facts/opencode-2x.md section 4.1).

/** An error: flat, told from others by its `_tag`. */
export const tagged = (status: number, _tag: string, fields: object): FakeResponse =>
  jsonResponse({ _tag, ...fields }, { status })

/** 400: what the payload, the query or a path parameter should have been, and where. */
export const invalidRequest = (message: string, kind: 'Payload' | 'Query' | 'Params' = 'Payload'): FakeResponse =>
  tagged(400, 'InvalidRequestError', { message, kind })

/** 400 for a session's id without its prefix. */
export const invalidSessionID = (): FakeResponse =>
  tagged(400, 'InvalidRequestError', { message: 'Invalid session ID', field: 'sessionID' })

/** 400 for a cursor that is none, or that does not go with the rest of the query. */
export const invalidCursor = (message = 'Invalid cursor'): FakeResponse =>
  tagged(400, 'InvalidCursorError', { message })

/** 404 for a message that its session does not have. */
export const messageNotFound = (sessionID: string, messageID: string): FakeResponse =>
  tagged(404, 'MessageNotFoundError', { sessionID, messageID, message: `Message not found: ${messageID}` })

/** 409 for a prompt whose id was given to another one. */
export const promptConflict = (id: string): FakeResponse =>
  tagged(409, 'ConflictError', {
    message: `Prompt message ID conflicts with an existing durable record: ${id}`,
    resource: id,
  })
