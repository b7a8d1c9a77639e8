/**
 * The Vitest setup entry: `test: { setupFiles: ['opencode-testing/vitest'] }`. Adds the matchers to `expect`, puts the fakes and the
 * guard on the network, closes fakes when their test or file ends, and exports a `test` with fixtures.
 *
 * @module
 */
import { afterAll, afterEach, beforeEach, expect, test as base, type TestAPI } from 'vitest'
import * as matchers from '../matchers/index.ts'
import type { AgentMatchers } from '../matchers/index.ts'
import { type FakeOpencode, fakeOpencode } from '../src/fakes/fake-opencode.ts'
import { beginTest, endFile, endTest, ownOrigin } from '../src/fakes/open-fakes.ts'
import { installNetwork } from '../src/network/install-network.ts'
import { resetNetwork } from '../src/network/reset-network.ts'
import type { OpencodeOptions } from '../src/opencode/opencode-options.ts'

expect.extend(matchers)

// With `--no-isolate` and in some pools this file runs again for each test file, over the state the last one left.
await endFile()
resetNetwork()
installNetwork()

beforeEach(({ task }) => beginTest(task.id, task.name))
// Vitest runs afterEach hooks in reverse order: the fakes are still open in the user's own.
afterEach(({ task }) => endTest(task.id))
afterAll(endFile)

/** The fixtures of `test`. */
export interface AgentFixtures {
  /** What the `opencode` fixture starts with: `test.extend({ opencodeOptions: { cost: 0 } })`. Default `{}`. */
  opencodeOptions: OpencodeOptions
  /** A fake opencode of the test's own. In concurrent tests it has an origin of its own: pass `opencode.url` to the code under test. */
  opencode: FakeOpencode
}

/** Vitest's `test` with the fixture `opencode`. */
export const test: TestAPI<AgentFixtures> = base.extend<AgentFixtures>({
  opencodeOptions: {},
  opencode: async ({ opencodeOptions, task }, use) => {
    const own = task.concurrent && opencodeOptions.baseUrl === undefined ? { baseUrl: ownOrigin('opencode') } : {}
    const opencode = fakeOpencode({ ...opencodeOptions, ...own })
    await use(opencode)
    await opencode.close()
  },
})

// The one form that type-checks on Vitest 3, 4 and 5: their own `Matchers` interface has a different number of type parameters.
declare global {
  namespace Chai {
    interface Assertion extends AgentMatchers<void> {}
  }
}

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends AgentMatchers {}
}
