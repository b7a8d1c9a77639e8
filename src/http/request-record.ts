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

/** Headers whose value is a key; of the first two the scheme before it is kept, so that a test can still tell Bearer from Basic. */
const schemed = new Set(['authorization', 'proxy-authorization'])
const secret = new Set([...schemed, 'x-api-key', 'api-key', 'cookie'])

/** The query parameter that opencode takes a password in (facts/opencode-1x.md section 9). */
const secretParameter = /(^|&)(auth_token)=[^&]*/g

/** Copies a request into a record; a record never holds a real key. */
export function recordRequest(request: FakeRequest): RequestRecord {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    secret.has(name) ? redact(name, value) : value,
  ])
  const rawBody = request.text()
  return {
    method: request.method,
    path: request.url.pathname,
    query: request.url.search.slice(1).replace(secretParameter, '$1$2=[redacted]'),
    headers: Object.fromEntries(headers),
    body: parseJson(rawBody),
    rawBody,
  }
}

const redact = (name: string, value: string): string =>
  schemed.has(name) ? value.replace(/^(\w+ )?.*$/s, '$1[redacted]') : '[redacted]'

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined // not JSON: `rawBody` has it
  }
}
