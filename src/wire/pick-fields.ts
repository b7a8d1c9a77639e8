/** The fields of `source` that are there, of those named. */
export function pickFields(
  source: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, source[name]]).filter(([, value]) => value !== undefined))
}
