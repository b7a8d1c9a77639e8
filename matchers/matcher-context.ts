/** How a runner prints a matcher's failure: what its `this.utils` has for that. */
export interface MatcherUtils {
  readonly matcherHint: (matcher: string, received?: string, expected?: string, options?: MatcherHint) => string
  readonly printExpected: (value: unknown) => string
  readonly printReceived: (value: unknown) => string
}

/** What the hint line says beside names: `.not`, `.resolves`, and the placeholder of a second argument. */
interface MatcherHint {
  isNot?: boolean
  promise?: string
  secondArgument?: string
}

/**
 * What a runner binds to `this` of a matcher, as far as Vitest 3 to 5, Jest 29 and 30 and standalone `expect` agree
 * (facts/undici-and-runners.md section 6). Structural, so that no runner is imported.
 */
export interface MatcherContext {
  /** Undefined, not false, on a plain Vitest call. */
  readonly isNot?: boolean | undefined
  readonly promise?: string | undefined
  readonly customTesters: unknown[]
  readonly utils: MatcherUtils
  // A method, not a property: only its parameters may vary, as each runner has a tester type of its own.
  equals(received: unknown, expected: unknown, customTesters?: unknown[]): boolean
}
