import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'

type Matcher = (this: MatcherContext, received: unknown, ...expected: never[]) => MatcherResult

/** What a runner binds to `this` that can print a diff. */
interface DiffContext {
  readonly utils: { readonly diff: (expected: unknown, received: unknown) => string | null }
}

/**
 * The matchers for a runner that does not print the difference of `actual` and `expected` itself, as Jest does not: it is appended to the
 * message. Of two values of different types there is none to see.
 */
export const withDiff = (matchers: Readonly<Record<string, Matcher>>): Readonly<Record<string, WithDiff>> =>
  Object.fromEntries(Object.entries(matchers).map(([name, matcher]) => [name, appendDiff(matcher)]))

type WithDiff = (this: MatcherContext & DiffContext, received: unknown, ...expected: never[]) => MatcherResult

const appendDiff = (matcher: Matcher): WithDiff =>
  function (this, received, ...expected) {
    const result = matcher.call(this, received, ...expected)
    return { ...result, message: () => [result.message(), ...diffOf(this, result)].join('\n\n') }
  }

function diffOf({ utils }: DiffContext, { pass, actual, expected }: MatcherResult): readonly string[] {
  if (pass || typeof actual !== typeof expected) return []
  const diff = utils.diff(expected, actual)
  return diff === null || diff === '' ? [] : [diff]
}
