import type { FakeRequest } from '../http/fake-handler.ts'
import type { Refusal } from './error-response.ts'

/** What the API refuses of the key: none, one in another form, a wrong one (facts/deepseek.md section 2.3). */
export function checkAuth({ headers }: FakeRequest, apiKey: string | undefined): Refusal | undefined {
  const { authorization } = headers
  const status = 401
  // The text without a header is inferred from its length.
  if (authorization === undefined) return { status, message: 'Authentication Fails (governor)', plain: true }
  const key = /^Bearer (\S+)$/.exec(authorization)?.[1]
  const type = 'authentication_error'
  if (key === undefined)
    return { status, message: 'Authentication Fails (auth header format should be Bearer sk-...)', type }
  if (apiKey === undefined || key === apiKey) return undefined
  return { status, message: `Authentication Fails, Your api key: ****${key.slice(-4)} is invalid`, type }
}
