import { MATCHER_NAMES } from './matcher-names.ts'

/** Where Vitest keeps the `expect` that its tests import; Jest has it as a global. */
const VITEST_EXPECT = Symbol.for('expect-global')

/**
 * Where a test has an `expect` without the matchers, lets them say what to do: a runner itself only says that there is no such
 * assertion. Whoever extends `expect` afterwards puts the real ones in their place.
 */
export function explainMissingMatchers(): void {
  const expect: unknown = Reflect.get(globalThis, VITEST_EXPECT) ?? Reflect.get(globalThis, 'expect')
  if (typeof expect !== 'function') return
  const extend: unknown = Reflect.get(expect, 'extend')
  const missing = MATCHER_NAMES.filter((name) => !(name in expect))
  if (typeof extend !== 'function' || missing.length === 0) return
  const remedy = setupRemedy()
  extend.call(expect, Object.fromEntries(missing.map((name) => [name, explainer(name, remedy)])))
}

const explainer = (name: string, remedy: string) => (): never => {
  throw new Error(
    `${name} is not there yet: ${remedy}, or in another runner call expect.extend(matchers) with import * as matchers from 'opencode-testing/matchers'`,
  )
}

/** Jest numbers its workers, and as the only one if it has none. */
const setupRemedy = (): string =>
  !(VITEST_EXPECT in globalThis) && process.env['JEST_WORKER_ID'] !== undefined
    ? "add 'opencode-testing/jest' to setupFilesAfterEnv of your Jest configuration"
    : "add 'opencode-testing/vitest' to test.setupFiles of your Vitest configuration"
