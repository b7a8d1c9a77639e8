import type { ViteUserConfig } from 'vitest/config'
import { base } from '../../../vitest.config.ts'

/** Tests without the setup entry; what they say is looked at from outside (without-setup.test.ts). */
const without: ViteUserConfig = {
  ...base,
  test: { ...base.test, setupFiles: [], include: ['test/setup/without/*.fixture.ts'], reporters: ['json'] },
}

export default without
