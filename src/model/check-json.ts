import { InvalidOptionError } from '../errors.ts'
import { toJson } from './to-json.ts'

/** A copy of what a value is as JSON. Throws InvalidOptionError for what has no JSON: a function, a BigInt, a circle. */
export function checkJson(path: string, value: unknown): unknown {
  const text = toJson(value)
  if (text === undefined) throw new InvalidOptionError({ path, expected: 'a value that is JSON', received: value })
  return JSON.parse(text)
}
