import { isRecord } from './checks.ts'

/**
 * A copy of lists and plain objects at every depth. What else is in them (a signal, a function, an instance of a class) has no copy, and
 * is the same one in both.
 */
export function copyPlain<T>(value: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy has the shape of what was copied
  return copy(value, new Map()) as T
}

function copy(value: unknown, made: Map<unknown, unknown>): unknown {
  if (made.has(value)) return made.get(value)
  if (Array.isArray(value)) {
    const list: unknown[] = []
    made.set(value, list)
    for (const item of value) list.push(copy(item, made))
    return list
  }
  if (!isRecord(value) || !isPlain(value)) return value
  const fields: Record<string, unknown> = {}
  made.set(value, fields)
  for (const [key, field] of Object.entries(value)) fields[key] = copy(field, made)
  return fields
}

/** An object literal, also of another realm (Jest's): its prototype is none, or one that has none itself. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || (isRecord(prototype) && Object.getPrototypeOf(prototype) === null)
}
