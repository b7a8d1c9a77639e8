import { badRequest } from './errors.ts'
import type { Rejection } from '../rejection.ts'

/** A whole number of a query, undefined where it is not given; what is none gets the server's 400 (its OpenAPI document has the types). */
export function queryNumber(query: URLSearchParams, name: string): { readonly value: number | undefined } | Rejection {
  const text = query.get(name)
  if (text === null || text === '') return { value: undefined }
  if (/^\d+$/.test(text)) return { value: Number(text) }
  return { rejected: badRequest(`Expected an integer >= 0, got ${JSON.stringify(text)}\n  at ["${name}"]`, 'Query') }
}
