import type { ViteUserConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

// The projects are of the fast tests.
const { projects: _projects, ...shared } = config.test ?? {}

/** `npm run test:real`: the proofs on the real binary, one file after another, as each starts a server of its own. */
const real: ViteUserConfig = {
  ...config,
  test: {
    ...shared,
    include: ['test/real/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    disableConsoleIntercept: true,
  },
}

export default real
