import type { ViteUserConfig } from 'vitest/config'
import { base } from '../../vitest.config.ts'

/** `npm run test:real`: the proofs on the real binary, one file after another, as each starts a server of its own. */
const real: ViteUserConfig = {
  ...base,
  test: {
    ...base.test,
    include: ['test/real/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    disableConsoleIntercept: true,
  },
}

export default real
