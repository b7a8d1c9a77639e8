import { HttpCallError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'

/** Makes a call to a server. Rejects with HttpCallError for an answer that is no success, and for a web page. */
export type HttpCaller = (
  method: string,
  path: string,
  init?: { readonly query?: string; readonly body?: unknown; readonly signal?: AbortSignal },
) => Promise<Response>

/** The calls to the server at `baseUrl`. */
export const httpCaller =
  (baseUrl: string, fetch: typeof globalThis.fetch): HttpCaller =>
  async (method, path, { query = '', body, signal } = {}) => {
    const response = await fetch(`${baseUrl}${path}${query}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      ...(signal && { signal }),
    })
    if (response.ok && !response.headers.get('content-type')?.startsWith('text/html')) return response
    throw new HttpCallError(`${method} ${baseUrl}${path}`, { status: response.status, body: await readBody(response) })
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
