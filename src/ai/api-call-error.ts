import { ModelConnectionError, ModelHttpError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'

const sdkError: unique symbol = Symbol.for('vercel.ai.error')
const sdkApiCallError: unique symbol = Symbol.for('vercel.ai.error.AI_APICallError')

interface ApiCallFields {
  readonly cause: Error
  readonly url: string
  readonly requestBodyValues: unknown
  readonly isRetryable: boolean
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
  readonly data?: unknown
}

/** What `APICallError.isInstance()` of the AI SDK takes for its own: it looks for two registered symbols (`@ai-sdk/provider` 3 and 4). */
export class ApiCallError extends Error {
  readonly url: string
  readonly requestBodyValues: unknown
  readonly statusCode: number | undefined
  readonly responseHeaders: Readonly<Record<string, string>> | undefined
  readonly responseBody: string | undefined
  /** Whether the AI SDK tries again, up to its `maxRetries`. */
  readonly isRetryable: boolean
  /** The body, where it is JSON. */
  readonly data: unknown

  constructor(message: string, fields: ApiCallFields) {
    super(message, { cause: fields.cause })
    this.name = 'AI_APICallError'
    this.url = fields.url
    this.requestBodyValues = fields.requestBodyValues
    this.statusCode = fields.statusCode
    this.responseHeaders = fields.responseHeaders
    this.responseBody = fields.responseBody
    this.isRetryable = fields.isRetryable
    this.data = fields.data
    Object.defineProperty(this, sdkError, { value: true })
    Object.defineProperty(this, sdkApiCallError, { value: true })
  }
}

/** An error of a model as a provider of the AI SDK throws it; what is no answer and no failed connection stays as it is. */
export function apiCallError(thrown: unknown, { modelId, body }: { modelId: string; body: unknown }): unknown {
  const request = { url: `fake:///${modelId}`, requestBodyValues: body }
  if (thrown instanceof ModelConnectionError) {
    const { how, cause } = thrown
    // What `@ai-sdk/provider-utils` says of a connection that fails, and of an answer that breaks off; it takes both for temporary.
    const message =
      how === 'reset'
        ? 'Failed to process successful response'
        : `Cannot connect to API: ${cause instanceof Error ? cause.message : thrown.message}`
    return new ApiCallError(message, { ...request, cause: thrown, isRetryable: true })
  }
  if (!(thrown instanceof ModelHttpError)) return thrown
  const { status, headers } = thrown
  const data = parsed(thrown.body)
  return new ApiCallError(messageOf(data) ?? (thrown.body || `HTTP ${status}`), {
    ...request,
    cause: thrown,
    statusCode: status,
    responseHeaders: headers,
    responseBody: thrown.body,
    // As APICallError decides where its provider does not.
    isRetryable: status === 408 || status === 409 || status === 429 || status >= 500,
    data,
  })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // a body that is no JSON has no data
  }
}

function messageOf(data: unknown): string | undefined {
  const error = isRecord(data) ? data['error'] : undefined
  const message = isRecord(error) ? error['message'] : undefined
  return typeof message === 'string' ? message : undefined
}
