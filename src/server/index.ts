/**
 * The real opencode binary and plugins: `import { startOpencode } from 'opencode-testing/server'`.
 *
 * @module
 */
export { ServerStartError } from '../errors.ts'
export { fakePluginInput, type FakePluginInput, type FakePluginInputOptions } from './fake-plugin-input.ts'
export { startOpencode, type RunningOpencode } from './start-opencode.ts'
export type { StartOpencodeOptions } from './start-opencode-options.ts'
