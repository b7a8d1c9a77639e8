import { invalidRequest } from './errors.ts'
import type { Rejection } from '../rejection.ts'

/** `limit` of a list: 50 where none is given, at most `max` (facts/opencode-2x.md section 1.4). */
export function readLimit(query: URLSearchParams, max: number = Infinity): { readonly limit: number } | Rejection {
  const text = query.get('limit')
  if (text === null || text === '') return { limit: 50 }
  const limit = Number(text)
  if (!Number.isInteger(limit)) return refuse(`Expected an integer, got ${JSON.stringify(text)}`, 'limit')
  if (limit < 1) return refuse(`Expected a value greater than 0, got ${limit}`, 'limit')
  return limit > max ? refuse(`Expected a value less than or equal to ${max}, got ${limit}`, 'limit') : { limit }
}

/** One of some words; undefined where it is not given. */
export function readWord<const Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
): { readonly word: Word | undefined } | Rejection {
  const text = query.get(name)
  if (text === null || text === '') return { word: undefined }
  const word = words.find((known) => known === text)
  if (word !== undefined) return { word }
  return refuse(
    `Expected ${words.map((known) => JSON.stringify(known)).join(' | ')}, got ${JSON.stringify(text)}`,
    name,
  )
}

const refuse = (message: string, name: string): Rejection => ({
  rejected: invalidRequest(`${message}\n  at ["${name}"]`, 'Query'),
})
