import type { FakeResponse } from '../../http/fake-handler.ts'
import { jsonResponse } from '../../http/json-response.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import { tagged } from '../flat/http-errors.ts'

// The error bodies of the preview API, as facts/opencode-1x-preview-api.md section 4 lists them, beside those it shares with 2.x.

/** An error of a step or a tool: the preview has one type for all (facts/opencode-1x-preview-api.md section 3). */
export const previewError = (message: string): StructuredError => ({ type: 'unknown', message })

export const sessionNotFound = (sessionID: string): FakeResponse =>
  tagged(404, 'SessionNotFoundError', { sessionID, message: `Session not found: ${sessionID}` })

export const providerNotFound = (providerID: string): FakeResponse =>
  tagged(404, 'ProviderNotFoundError', { providerID, message: `Provider not found: ${providerID}` })

/** 404 for a request that a person answered, or that never was. */
export const requestNotFound = (what: 'Permission' | 'Question', requestID: string): FakeResponse =>
  tagged(404, `${what}NotFoundError`, { requestID, message: `${what} request not found: ${requestID}` })

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
