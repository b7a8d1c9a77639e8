import type { FakeResponse } from '../../http/fake-handler.ts'
import type { Order } from './page.ts'
import type { Rejection } from '../rejection.ts'
import { invalidRequest } from './http-errors.ts'

/** The bounds of a whole number in a query: `above` is not in, `min` and `max` are. */
interface Bounds {
  readonly above?: number
  readonly min?: number
  readonly max?: number
}

/** A whole number of a query; undefined where it is not given. One that does not fit gets the server's 400 (captures/1.18.33-api/13-errors.json). */
export function queryInteger(
  query: URLSearchParams,
  name: string,
  { above, min, max }: Bounds,
): { readonly value: number | undefined } | Rejection {
  const text = query.get(name)
  if (text === null) return { value: undefined }
  const value = Number(text)
  const expected = expectation()
  if (expected === undefined) return { value }
  return { rejected: invalidRequest(`Expected ${expected}, got ${value}\n  at ["${name}"]`, 'Query') }

  function expectation(): string | undefined {
    if (!Number.isInteger(value)) return 'an integer'
    if (above !== undefined && value <= above) return `a value greater than ${above}`
    if (min !== undefined && value < min) return `a value greater than or equal to ${min}`
    return max !== undefined && value > max ? `a value less than or equal to ${max}` : undefined
  }
}

/** The order that a query asks for, undefined where it asks for none; or the 400 of another word. */
export const queryOrder = (query: URLSearchParams): { readonly value: Order | undefined } | Rejection =>
  queryWord(query, 'order', ['asc', 'desc'])

/** One of some words, undefined where it is not given; or the 400 of another one. */
export function queryWord<const Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
): { readonly value: Word | undefined } | Rejection {
  const text = query.get(name)
  if (text === null) return { value: undefined }
  const value = words.find((word) => word === text)
  if (value !== undefined) return { value }
  const message = `Expected ${words.map((word) => JSON.stringify(word)).join(' | ')}, got ${JSON.stringify(text)}\n  at [${JSON.stringify(name)}]`
  return { rejected: invalidRequest(message, 'Query') }
}

/** The first answer that refuses something of what was read; undefined: all is well. */
export const refusalOf = (...read: readonly object[]): FakeResponse | undefined =>
  read.find((part): part is Rejection => 'rejected' in part)?.rejected
