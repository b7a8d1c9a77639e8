import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { reporters } from './test/ci/reporters.ts'

// Before any colour library loads: failure texts are asserted, and colour codes would differ between a terminal and CI.
process.env['NO_COLOR'] = '1'

const local = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const SLOW = ['test/package/**', 'test/real/**']
const ISOLATED = ['test/network/**/*.test.ts', 'test/model/run-result.test.ts', 'test/opencode/event-hub.test.ts']

/** For all tests, and for the runs that choose others: none has the projects of the fast ones. */
export const base: ViteUserConfig = defineConfig({
  resolve: {
    // The tests import the package by its public names; these are the sources behind them. `test:package` uses the packed tarball.
    alias: [
      { find: /^opencode-testing$/, replacement: local('./src/index.ts') },
      { find: /^opencode-testing\/matchers$/, replacement: local('./matchers/index.ts') },
      { find: /^opencode-testing\/wire$/, replacement: local('./src/wire/index.ts') },
      { find: /^opencode-testing\/server$/, replacement: local('./src/server/index.ts') },
      { find: /^opencode-testing\/ai$/, replacement: local('./src/ai/index.ts') },
      { find: /^opencode-testing\/vitest$/, replacement: local('./setup/vitest.ts') },
    ],
  },
  test: {
    // A worker thread starts faster than a process.
    pool: 'threads',
    reporters: reporters(),
    // Not how fast this machine is: whether it ends.
    testTimeout: 30_000,
    setupFiles: ['./setup/vitest.ts'],
    unstubGlobals: true,
    unstubEnvs: true,
  },
})

const config: ViteUserConfig = {
  ...base,
  test: {
    ...base.test,
    projects: [
      {
        extends: true,
        // Files share a thread and what it has loaded: to load all anew for each takes twice as long as the tests. What a test leaves
        // behind is met by the next ones, so that a fake that does not clean up fails here.
        test: { name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: [...SLOW, ...ISOLATED] },
      },
      // These load the package a second time, or ask for the very network that is installed.
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
      // What depends on how a pool loads Node's own modules.
      { extends: true, test: { name: 'vm', pool: 'vmThreads', include: ['test/ai/run-typescript-tool.test.ts'] } },
    ],
  },
}

export default config
