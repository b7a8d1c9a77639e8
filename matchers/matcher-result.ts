/**
 * What a matcher answers. Where `actual` and `expected` are set, `message` holds no diff: Vitest prints that of the two itself, and
 * the entry of a runner that does not appends it. Where they are absent, the message is complete as it stands.
 */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
  readonly actual?: unknown
  readonly expected?: unknown
}
