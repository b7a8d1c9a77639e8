import { InvalidOptionError } from '../src/errors.ts'
import { checkKeys, checkRecord } from '../src/model/checks.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { checkExpectedText, type ExpectedText } from './matches-text.ts'

/** What is expected of a request: its fields that matter, or an asymmetric matcher for the whole record. */
export type ExpectedRequest = ExpectedRequestFields | AsymmetricMatcher

/** A field that is left out may be anything. */
interface ExpectedRequestFields {
  /** In capitals or not. */
  readonly method?: ExpectedText
  /** Without the query. */
  readonly path?: ExpectedText
  /** Objects are subsets, a RegExp is a part of a string. A string or a RegExp in place of the whole body speaks of its text. */
  readonly body?: unknown
  /** Names in capitals or not. Undefined: the request has no such header. */
  readonly headers?: Readonly<Record<string, ExpectedText | undefined>> | AsymmetricMatcher
}

/** Passes an expected request; throws InvalidOptionError for an unknown field, and for a value that no request can have. */
export function checkExpectedRequest(path: string, value: unknown): void {
  if (isAsymmetricMatcher(value)) return
  const fields = checkRecord(path, value, 'an object with method, path, body or headers')
  checkKeys(path, fields, ['method', 'path', 'body', 'headers'])
  const { method, path: expectedPath, headers } = fields
  if (method !== undefined) checkExpectedText(`${path}.method`, method)
  if (expectedPath !== undefined) checkPath(`${path}.path`, expectedPath)
  if (headers === undefined || isAsymmetricMatcher(headers)) return
  for (const [name, header] of Object.entries(checkRecord(`${path}.headers`, headers))) {
    if (header !== undefined) checkExpectedText(`${path}.headers.${name}`, header)
  }
}

// Under .not a path that no request can have would pass whatever was sent.
function checkPath(path: string, value: unknown): void {
  const expected = checkExpectedText(path, value)
  if (typeof expected !== 'string' || /^\/[^?#]*$/.test(expected)) return
  throw new InvalidOptionError({
    path,
    expected: "a path that starts with '/', without origin and query",
    received: value,
  })
}
