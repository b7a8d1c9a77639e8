import type { Dispatcher } from 'undici'

/**
 * The headers of a dispatch, whichever of undici's shapes they have (a flat list, pairs, a record), with lower-case names and repeated
 * ones joined by `, `. A bytes value is latin1, as on the wire.
 */
export function readHeaders(headers: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [name, value] of headerEntries(headers)) {
    if (value === undefined || value === null) continue
    const key = toText(name).toLowerCase()
    const text = Array.isArray(value) ? value.map(toText).join(', ') : toText(value)
    read[key] = read[key] === undefined ? text : `${read[key]}, ${text}`
  }
  return read
}

function headerEntries(headers: Dispatcher.DispatchOptions['headers']): Iterable<readonly [unknown, unknown]> {
  if (headers === undefined || headers === null) return []
  if (Array.isArray(headers)) return pairs(headers)
  if (Symbol.iterator in headers && typeof headers[Symbol.iterator] === 'function') {
    return headers as Iterable<[string, unknown]>
  }
  return Object.entries(headers)
}

function* pairs(flat: readonly unknown[]): Generator<readonly [unknown, unknown]> {
  for (let index = 0; index < flat.length; index += 2) yield [flat[index], flat[index + 1]]
}

function toText(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('latin1') : String(value)
}
