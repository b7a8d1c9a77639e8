/** A value's JSON; undefined where it has none: a function, a BigInt, a circle. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
