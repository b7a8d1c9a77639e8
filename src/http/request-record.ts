import type { FakeRequest } from './fake-handler.ts'

/** A request a fake received, as a copy: also one that then failed. Header names are lower case; keys are redacted. */
export interface RequestRecord {
  readonly method: string
  readonly path: string
  /** Without the leading `?`; '' when there is none. */
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** The body parsed; undefined when it is empty or no JSON. */
  readonly body: unknown
  readonly rawBody: string
}

const secret = new Set(['authorization', 'x-api-key', 'cookie', 'proxy-authorization'])

/** Copies a request into a record; a record never holds a real key. */
export function recordRequest(request: FakeRequest): RequestRecord {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    secret.has(name) ? redact(value) : value,
  ])
  const rawBody = request.text()
  return {
    method: request.method,
    path: request.url.pathname,
    query: request.url.search.slice(1),
    headers: Object.fromEntries(headers),
    body: parseJson(rawBody),
    rawBody,
  }
}

/** Keeps the scheme, so that a test can still tell Bearer from Basic. */
const redact = (value: string): string => value.replace(/^(\w+ )?.*$/s, '$1[redacted]')

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined // not JSON: `rawBody` has it
  }
}
