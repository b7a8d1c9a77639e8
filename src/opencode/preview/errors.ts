import type { FakeResponse } from '../../http/fake-handler.ts'
import { jsonResponse } from '../../http/json-response.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'

// The error bodies of the preview API, as facts/opencode-1x-preview-api.md section 4 lists them.

/** An error of a step or a tool: the preview has one type for all (facts/opencode-1x-preview-api.md section 3). */
export const previewError = (message: string): StructuredError => ({ type: 'unknown', message })

const tagged = (status: number, _tag: string, fields: object): FakeResponse =>
  jsonResponse({ _tag, ...fields }, { status })

/** 400: what the payload, the query or a path parameter should have been, and where. */
export const invalidRequest = (message: string, kind: 'Payload' | 'Query' | 'Params' = 'Payload'): FakeResponse =>
  tagged(400, 'InvalidRequestError', { message, kind })

/** 400 for a session's id without its prefix. */
export const invalidSessionID = (): FakeResponse =>
  tagged(400, 'InvalidRequestError', { message: 'Invalid session ID', field: 'sessionID' })

export const invalidCursor = (message = 'Invalid cursor'): FakeResponse =>
  tagged(400, 'InvalidCursorError', { message })

export const sessionNotFound = (sessionID: string): FakeResponse =>
  tagged(404, 'SessionNotFoundError', { sessionID, message: `Session not found: ${sessionID}` })

export const messageNotFound = (sessionID: string, messageID: string): FakeResponse =>
  tagged(404, 'MessageNotFoundError', { sessionID, messageID, message: `Message not found: ${messageID}` })

export const providerNotFound = (providerID: string): FakeResponse =>
  tagged(404, 'ProviderNotFoundError', { providerID, message: `Provider not found: ${providerID}` })

/** 404 for a request that a person answered, or that never was. */
export const requestNotFound = (what: 'Permission' | 'Question', requestID: string): FakeResponse =>
  tagged(404, `${what}NotFoundError`, { requestID, message: `${what} request not found: ${requestID}` })

/** 409 for a prompt whose id was given to another one. */
export const promptConflict = (id: string): FakeResponse =>
  tagged(409, 'ConflictError', {
    message: `Prompt message ID conflicts with an existing durable record: ${id}`,
    resource: id,
  })

/** 503 of what the preview has a route for and no more. */
export const notAvailable = (what: 'wait' | 'compact'): FakeResponse =>
  tagged(503, 'ServiceUnavailableError', {
    message: `Session ${what} is not available yet`,
    service: `session.${what}`,
  })

/** 415 for a body that is not sent as JSON. */
export const unsupportedType = (type: string): FakeResponse => ({
  status: 415,
  headers: { 'content-type': 'text/plain' },
  body: `Unsupported content-type: ${type}`,
})

/** 401 of a route that the preview has, beside the header that v1 answers with as well. */
export const unauthorized = ({ headers }: FakeResponse): FakeResponse => {
  const { 'content-length': _, ...kept } = headers ?? {}
  return jsonResponse({ _tag: 'UnauthorizedError', message: 'Authentication required' }, { status: 401, headers: kept })
}
