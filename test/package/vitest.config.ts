import type { ViteUserConfig } from 'vitest/config'
import { reporters } from '../ci/reporters.ts'

process.env['NO_COLOR'] = '1'

/** `npm run test:package`: the packed tarball, checked and used in a project of its own. */
const config: ViteUserConfig = {
  test: {
    include: ['test/package/*.test.ts'],
    globalSetup: './test/package/pack-and-install.ts',
    reporters: reporters(),
    // A type check of the whole project and all it depends on takes a while on a small machine.
    testTimeout: 180_000,
  },
}

export default config
