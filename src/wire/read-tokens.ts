import { WireDriftError } from '../errors.ts'
import { isRecord } from './is-record.ts'
import type { Tokens } from './tokens.ts'

/**
 * Token counts from the wire. Where there are none, and for a counter that is missing, it is 0: usage comes late, and 1.3.2 has none
 * on sessions. Throws WireDriftError for a wrong type, null included: a drift that reads as 0 would never be found.
 */
export function readTokens(type: string, path: string, value: unknown): Tokens {
  if (value === undefined) return { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }
  if (!isRecord(value)) throw drift(type, path, 'an object', value)
  const { cache: cached } = value
  if (cached !== undefined && !isRecord(cached)) throw drift(type, `${path}.cache`, 'an object', cached)
  const input = counter(type, path, 'input', value['input'])
  const output = counter(type, path, 'output', value['output'])
  const reasoning = counter(type, path, 'reasoning', value['reasoning'])
  const cache = {
    read: counter(type, path, 'cache.read', cached?.['read']),
    write: counter(type, path, 'cache.write', cached?.['write']),
  }
  if (value['total'] === undefined) return { input, output, reasoning, cache }
  // Not by a spread, which takes longer than all the rest.
  return { total: counter(type, path, 'total', value['total']), input, output, reasoning, cache }
}

function counter(type: string, path: string, name: string, count: unknown): number {
  if (typeof count === 'number' && Number.isFinite(count)) return count
  if (count === undefined) return 0
  throw drift(type, `${path}.${name}`, 'a number', count)
}

function drift(type: string, path: string, expected: string, received: unknown): WireDriftError {
  return new WireDriftError({ type, path, expected, received })
}
