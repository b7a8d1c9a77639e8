/** What is wrong with an id that must have its prefix; undefined: nothing. */
export function idFault(key: string, value: unknown, prefix: string): string | undefined {
  if (value === undefined) return `Missing key\n  at ["${key}"]`
  const fits = typeof value === 'string' && value.startsWith(prefix)
  return fits ? undefined : `Expected a string starting with "${prefix}", got ${JSON.stringify(value)}\n  at ["${key}"]`
}
