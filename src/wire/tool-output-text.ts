/** What a tool gave as text: a string as it is, '' for nothing, JSON for the rest. A BigInt, which JSON lacks, is a string in it. */
export function toolOutputText(output: unknown): string {
  if (output === undefined) return ''
  if (typeof output === 'string') return output
  try {
    return JSON.stringify(output, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? ''
  } catch {
    return Object.prototype.toString.call(output) // a circle
  }
}
