import type { MatcherContext } from './matcher-context.ts'

/**
 * The two values whose diff a runner prints. None under `.not`: there they are equal, and Vitest would print that they have no
 * visual difference.
 */
export function compared(
  { isNot = false }: MatcherContext,
  actual: unknown,
  expected: unknown,
): { actual?: unknown; expected?: unknown } {
  return isNot ? {} : { actual, expected }
}
