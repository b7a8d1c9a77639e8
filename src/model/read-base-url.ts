import { InvalidOptionError } from '../errors.ts'
import { checkString } from './checks.ts'

/** An origin, without a trailing slash. Throws InvalidOptionError for anything else. */
export function readBaseUrl(path: string, value: unknown): string {
  const expected = 'an http(s) URL without path, such as http://localhost:4096'
  const text = checkString(path, value, expected)
  const url = URL.canParse(text) ? new URL(text) : undefined
  // What stands beside the origin would be lost: a user, a path, a query.
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new InvalidOptionError({ path, expected, received: value })
  }
  return url.origin
}
