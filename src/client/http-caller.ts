import { httpCall } from './http-call.ts'

/** Makes a call to a server. Rejects with HttpCallError for an answer that is no success, and for a web page. */
export type HttpCaller = (
  method: string,
  path: string,
  init?: { readonly query?: string; readonly body?: unknown; readonly signal?: AbortSignal },
) => Promise<Response>

/** The calls to the server at `baseUrl`. */
export const httpCaller =
  (baseUrl: string, fetch: typeof globalThis.fetch): HttpCaller =>
  (method, path, { query = '', body, signal } = {}) =>
    httpCall(baseUrl, fetch, { method, path: `${path}${query}`, body, signal })
