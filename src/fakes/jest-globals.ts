/** What a setup entry needs of Jest. Structural, so that no runner is imported. */
export interface JestGlobals {
  readonly afterAll: JestHook
  readonly afterEach: JestHook
  readonly beforeEach: JestHook
  readonly expect: {
    readonly extend: (matchers: object) => void
    readonly addSnapshotSerializer: (serializer: object) => void
    readonly getState: () => JestState
  }
}

type JestHook = (run: () => void | Promise<void>) => void

interface JestState {
  /** The test that runs, with its describe blocks; concurrent tests take it from each other. */
  readonly currentTestName?: string
  /** The test this is called in, as far as Jest knows: Jest 29 only knows it of concurrent ones. */
  readonly currentConcurrentTestName?: () => string | undefined
}

/** As Jest gives them to files that it runs before it has any. */
type MaybeGlobals = { readonly [Name in keyof JestGlobals]?: JestGlobals[Name] | undefined }

/** The globals of Jest, where there are any. Throws an Error where Jest has not made them yet: in files of `setupFiles`. */
export function jestGlobals({ afterAll, afterEach, beforeEach, expect }: MaybeGlobals): JestGlobals {
  if (afterAll && afterEach && beforeEach && expect) return { afterAll, afterEach, beforeEach, expect }
  throw new Error(
    "opencode-testing/jest adds matchers and hooks, and setupFiles run before Jest has any: name it in setupFilesAfterEnv of your Jest configuration, as in { setupFilesAfterEnv: ['opencode-testing/jest'] }",
  )
}
