import { checkKeys, checkNumber, checkRecord } from './checks.ts'
import type { Price } from './price.ts'

/** Checks a price and fills in its defaults. Throws InvalidOptionError. */
export function readPrice(path: string, value: unknown): Price {
  const expected = 'a price { input, output, cacheRead?, cacheWrite? } in USD per million tokens'
  const fields = checkRecord(path, value, expected)
  checkKeys(path, fields, ['input', 'output', 'cacheRead', 'cacheWrite'])
  const usd = (key: string, fallback?: number): number =>
    checkNumber(`${path}.${key}`, fields[key] ?? fallback, { unit: 'USD' })
  return {
    input: usd('input'),
    output: usd('output'),
    cacheRead: usd('cacheRead', 0),
    cacheWrite: usd('cacheWrite', 0),
  }
}
