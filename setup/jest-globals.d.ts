/**
 * What the Jest entry uses of `@jest/globals`. Jest itself provides that module to each file it runs, whether the package of this name
 * is installed or not; in files of `setupFiles` all of it is undefined.
 */
declare module '@jest/globals' {
  import type { MatcherState } from 'expect'

  type Hook = (run: () => void | Promise<void>) => void

  export const afterAll: Hook | undefined
  export const afterEach: Hook | undefined
  export const beforeEach: Hook | undefined
  export const expect:
    | {
        readonly extend: (matchers: object) => void
        readonly addSnapshotSerializer: (serializer: object) => void
        readonly getState: () => Partial<MatcherState>
      }
    | undefined
}
