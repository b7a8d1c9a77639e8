/** An asymmetric matcher of any runner, such as `expect.stringContaining('login')`. */
export interface AsymmetricMatcher {
  asymmetricMatch(other: unknown): boolean
}

/** Tells an asymmetric matcher from a plain value, as the runners' own `equals` does: by its method. */
export function isAsymmetricMatcher(value: unknown): value is AsymmetricMatcher {
  return (
    typeof value === 'object' &&
    value !== null &&
    'asymmetricMatch' in value &&
    typeof value.asymmetricMatch === 'function'
  )
}
