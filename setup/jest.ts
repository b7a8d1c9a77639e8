/**
 * The Jest setup entry: `setupFilesAfterEnv: ['opencode-testing/jest']`. Adds the matchers to `expect`, puts the fakes and the guard on
 * the network, and closes fakes when their test or file ends. CommonJS alone, also for Jest's ES modules: Jest resolves setup files as
 * CommonJS, and jsdom's window must be filled before undici is loaded, which no static import can promise.
 *
 * @module
 */
import * as globals from '@jest/globals'
// First: jsdom's window lacks what undici needs while it is loaded.
import '../src/network/fill-realm.ts'
import type { AgentMatchers } from '../matchers/index.ts'
import * as matchers from '../matchers/index.ts'
import { withDiff } from '../matchers/with-diff.ts'
import { strictModeError } from '../src/fakes/fake-report.ts'
import { finishFile } from '../src/fakes/finish-file.ts'
import { jestGlobals } from '../src/fakes/jest-globals.ts'
import { closeEnded, faultOfTest, leaveTest, reportsOfTest, tellTestsApart } from '../src/fakes/open-fakes.ts'
import { startTest } from '../src/fakes/start-test.ts'
import { isStrict } from '../src/model/configure.ts'
import { snapshotSerializer } from '../src/model/snapshot-serializer.ts'
import { installNetwork } from '../src/network/install-network.ts'

const { afterAll, afterEach, beforeEach, expect } = jestGlobals(globals)
const currentTest = (): string => expect.getState().currentTestName ?? ''

expect.extend(withDiff(matchers))
expect.addSnapshotSerializer(snapshotSerializer)
installNetwork()
// Jest runs no hooks around concurrent tests.
tellTestsApart(() => expect.getState().currentConcurrentTestName?.())

beforeEach(async () => {
  await closeEnded()
  startTest(currentTest(), currentTest())
})
// Jest runs afterEach hooks in the order they are defined, so this one before the user's own: there the fakes are still open.
afterEach(() => {
  const strict = isStrict() ? strictModeError(reportsOfTest(currentTest())) : undefined
  const error = faultOfTest(currentTest()) ?? strict
  leaveTest(currentTest())
  if (error) throw error
})
afterAll(finishFile)

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends AgentMatchers<R> {}
  interface AsymmetricMatchers extends AgentMatchers {}
}

// `@types/jest` has interfaces of its own, for the globals.
declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends AgentMatchers<R> {}
    interface Expect extends AgentMatchers {}
    interface InverseAsymmetricMatchers extends AgentMatchers {}
  }
}
