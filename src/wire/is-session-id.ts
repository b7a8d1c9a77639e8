/** Whether `value` is the id of a session: opencode itself checks no more than the prefix (facts/opencode-2x.md section 5). Never throws. */
export function isSessionID(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('ses')
}
