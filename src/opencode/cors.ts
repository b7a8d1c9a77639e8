import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'

// The headers that browsers ask for (captures/1.18.33/13-gets.json). Bodies above about 1 KB, which the real server sends gzipped to
// who accepts it, are deliberately sent plain here: every client reads both, and a test's records stay readable.

/** The pages that opencode allows: those of this machine, of its desktop apps, and its own site. */
const allowed =
  /^(http:\/\/(localhost|127\.0\.0\.1):.*|oc:\/\/renderer.*|tauri:\/\/localhost|https?:\/\/tauri\.localhost|https:\/\/([a-z0-9-]+\.)*opencode\.ai)$/

/** Adds what the answer says of origins: none for an origin that is not allowed, and no echo where the request has none. */
export function withOrigin(response: FakeResponse, { headers }: FakeRequest): FakeResponse {
  const { origin } = headers
  if (origin !== undefined && !allowed.test(origin)) return response
  const echo = origin === undefined ? {} : { 'access-control-allow-origin': origin }
  return { ...response, headers: { vary: 'Origin', ...echo, ...response.headers } }
}

/** The answer to any OPTIONS request, on whatever path. */
export const preflight = ({ headers }: FakeRequest): FakeResponse => ({
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    'access-control-max-age': '86400',
    'content-length': '0',
  },
  body: null,
})
