import { InvalidOptionError } from '../errors.ts'
import { checkInteger, checkKeys, checkRecord } from './checks.ts'
import type { Usage } from './usage.ts'

const keys = ['prompt', 'completion', 'cacheHit', 'cacheMiss', 'reasoning'] as const

/** Checks a `usage`: whole numbers, and parts that are not larger than their whole. Throws InvalidOptionError. */
export function readUsage(path: string, value: unknown): Usage {
  const fields = checkRecord(path, value, 'a usage { prompt, completion, cacheHit?, cacheMiss?, reasoning? }')
  checkKeys(path, fields, keys)
  const count = (key: (typeof keys)[number], fallback?: number): number =>
    fields[key] === undefined && fallback !== undefined ? fallback : checkInteger(`${path}.${key}`, fields[key])
  const prompt = count('prompt')
  const completion = count('completion')
  const cacheHit = count('cacheHit', 0)
  const cacheMiss = count('cacheMiss', Math.max(0, prompt - cacheHit))
  const reasoning = count('reasoning', 0)
  if (cacheHit + cacheMiss !== prompt) {
    const expected = `cacheHit + cacheMiss to be prompt (${prompt})`
    throw new InvalidOptionError({ path: `${path}.cacheHit`, expected, received: cacheHit + cacheMiss })
  }
  if (reasoning > completion) {
    const expected = `at most completion (${completion})`
    throw new InvalidOptionError({ path: `${path}.reasoning`, expected, received: reasoning })
  }
  return { prompt, completion, cacheHit, cacheMiss, reasoning }
}
