import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { reporters } from './test/ci/reporters.ts'

// Before any colour library loads: failure texts are asserted, and colour codes would differ between a terminal and CI.
process.env['NO_COLOR'] = '1'

const local = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const config: ViteUserConfig = defineConfig({
  resolve: {
    // The tests import the package by its public names; these are the sources behind them. `test:package` uses the packed tarball.
    alias: [
      { find: /^opencode-testing$/, replacement: local('./src/index.ts') },
      { find: /^opencode-testing\/matchers$/, replacement: local('./matchers/index.ts') },
      { find: /^opencode-testing\/wire$/, replacement: local('./src/wire/index.ts') },
      { find: /^opencode-testing\/server$/, replacement: local('./src/server/index.ts') },
      { find: /^opencode-testing\/vitest$/, replacement: local('./setup/vitest.ts') },
    ],
  },
  test: {
    // A worker thread starts faster than a process, and there is one for each file.
    pool: 'threads',
    maxWorkers: '100%',
    include: ['test/**/*.test.ts'],
    exclude: ['test/package/**', 'test/real/**'],
    reporters: reporters(),
    setupFiles: ['./setup/vitest.ts'],
    unstubGlobals: true,
  },
})

export default config
