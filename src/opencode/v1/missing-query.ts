import { badRequest } from './errors.ts'
import type { Rejection } from '../rejection.ts'

/** The 400 for the first of `names` that a query lacks; undefined when it has them all. */
export function missingQuery(query: URLSearchParams, ...names: readonly string[]): Rejection | undefined {
  const missing = names.find((name) => !query.has(name))
  return missing === undefined ? undefined : { rejected: badRequest(`Missing key\n  at ["${missing}"]`, 'Query') }
}
