import { isRecord } from '../src/model/checks.ts'
import { isAsymmetricMatcher } from './asymmetric-matcher.ts'

/** Tells a record to look into from what is a value of its own: a RegExp, a Date, a Map, an asymmetric matcher. */
export const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !isAsymmetricMatcher(value) && Object.prototype.toString.call(value) === '[object Object]'
