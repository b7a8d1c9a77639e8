import type { ViteUserConfig } from 'vitest/config'
import config from '../../../vitest.config.ts'

// The projects are of the fast tests.
const { projects: _projects, ...shared } = config.test ?? {}

/** `npm run demo`: the tests of this package's own config, but for the demo alone, and with its output as it is written. */
const demo: ViteUserConfig = {
  ...config,
  test: { ...shared, include: ['test/examples/triage/demo.ts'], disableConsoleIntercept: true },
}

export default demo
