import type { ViteUserConfig } from 'vitest/config'
import { base } from '../../../vitest.config.ts'

/** `npm run demo`: the tests of this package's own config, but for the demo alone, and with its output as it is written. */
const demo: ViteUserConfig = {
  ...base,
  test: { ...base.test, include: ['test/examples/triage/demo.ts'], disableConsoleIntercept: true },
}

export default demo
