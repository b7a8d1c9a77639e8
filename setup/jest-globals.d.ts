/**
 * What the Jest entry uses of `@jest/globals`. Jest itself provides that module to each file it runs, whether the package of this name
 * is installed or not; in files of `setupFiles` all of it is undefined.
 */
declare module '@jest/globals' {
  // Here, so that the compiler knows what the entry augments.
  import type {} from 'expect'

  type Globals = Partial<import('../src/fakes/jest-globals.ts').JestGlobals>

  export const afterAll: Globals['afterAll']
  export const afterEach: Globals['afterEach']
  export const beforeEach: Globals['beforeEach']
  export const expect: Globals['expect']
}
