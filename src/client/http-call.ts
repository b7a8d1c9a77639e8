import { HttpCallError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'

/** One call of an HTTP API: its path with the query, and what it brings. */
export interface HttpCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Makes calls to one server. Rejects with HttpCallError for an answer that is no success. */
export type CallServer = (call: HttpCall) => Promise<Response>

const PASS_PASSWORD =
  'the server has a password: pass it in the URL, as http://opencode:secret@localhost:4096, or give the client an authorization header'

/** Makes a call. Throws HttpCallError for an answer that is no success, and for a web page: that of a server of another kind. */
export async function httpCall(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
  { method, path, body, signal }: HttpCall,
): Promise<Response> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal && { signal }),
  })
  if (response.ok && !response.headers.get('content-type')?.startsWith('text/html')) return response
  const [plain = ''] = path.split('?')
  throw callError(`${method} ${baseUrl}${plain}`, response.status, await readBody(response))
}

/** The error of a call that a server refused, which says what to do about a missing password. */
export function callError(call: string, status: number | undefined, body: unknown, cause?: unknown): HttpCallError {
  const error = new HttpCallError(call, { status, body, cause })
  return status === 401 ? error.because(PASS_PASSWORD) : error
}

/** An error's body: JSON where it is, the text where it is not. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) ? parsed : text
  } catch {
    return text
  }
}
