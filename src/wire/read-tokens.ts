import { WireDriftError } from '../errors.ts'
import { isRecord } from './is-record.ts'
import type { Tokens } from './tokens.ts'

/**
 * Token counts from the wire. Where there are none, and for a counter that is missing, it is 0: usage comes late, and 1.3.2 has none
 * on sessions. Throws WireDriftError for a wrong type: a drift that reads as 0 would never be found.
 */
export function readTokens(type: string, path: string, value: unknown): Tokens {
  if (value === undefined || value === null) return readTokens(type, path, {})
  if (!isRecord(value)) throw new WireDriftError({ type, path, expected: 'an object', received: value })
  const cache = value['cache'] ?? {}
  if (!isRecord(cache)) {
    throw new WireDriftError({ type, path: `${path}.cache`, expected: 'an object', received: cache })
  }
  const counter = (name: string, count: unknown): number => {
    if (count === undefined || count === null) return 0
    if (typeof count === 'number' && Number.isFinite(count)) return count
    throw new WireDriftError({ type, path: `${path}.${name}`, expected: 'a number', received: count })
  }
  return {
    ...(value['total'] !== undefined && { total: counter('total', value['total']) }),
    input: counter('input', value['input']),
    output: counter('output', value['output']),
    reasoning: counter('reasoning', value['reasoning']),
    cache: { read: counter('cache.read', cache['read']), write: counter('cache.write', cache['write']) },
  }
}
