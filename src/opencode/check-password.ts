import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'

/** The user that a server with a password knows. */
const USER = 'opencode'

/**
 * The 401 of a request that does not know the password; undefined for one that does. The token of the query goes before the header,
 * as a browser's event stream has no headers (captures/1.18.33/14e-auth-password.json).
 */
export function checkPassword({ url, headers }: FakeRequest, password: string | undefined): FakeResponse | undefined {
  if (password === undefined) return undefined
  const token = url.searchParams.get('auth_token') ?? /^basic (.*)$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
  // A query turns an unescaped + into a blank.
  const given = Buffer.from(token.replaceAll(' ', '+'), 'base64').toString()
  if (given === `${USER}:${password}`) return undefined
  return {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="Secure Area"', 'content-length': '0' },
    body: null,
  }
}
