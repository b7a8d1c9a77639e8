import type { ViteUserConfig } from 'vitest/config'
import config from '../../../vitest.config.ts'

/** `npm run demo`: the tests of this package's own config, but for the demo alone, and with its output as it is written. */
const demo: ViteUserConfig = {
  ...config,
  test: { ...config.test, include: ['test/examples/triage/demo.ts'], disableConsoleIntercept: true },
}

export default demo
