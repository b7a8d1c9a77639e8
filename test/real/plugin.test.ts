import { fileURLToPath } from 'node:url'
import { fakeDeepSeek, runPrompt, toolCall } from 'opencode-testing'
import { startOpencode } from 'opencode-testing/server'
import { expect, test } from 'vitest'

const plugin = fileURLToPath(new URL('../examples/plugin/deny-dangerous-commands.ts', import.meta.url))
const bin = process.env['OPENCODE_BIN'] ?? ''

test('a plugin that denies a dangerous command does so in the real server', async () => {
  const deepseek = fakeDeepSeek([
    toolCall('bash', { command: 'rm -rf /nowhere', description: 'cleans up' }),
    toolCall('bash', { command: 'echo fine', description: 'says so' }),
    'Done.',
  ])
  const opencode = await startOpencode({ deepseek, bin, plugins: [plugin] })
  const run = await runPrompt(opencode.url, 'Clean up', { timeout: 60_000 })
  expect(run).toHaveOutcome('succeeded')
  expect(run.toolCalls.map(({ status, error, output }) => [status, error ?? output])).toEqual([
    ['error', expect.stringContaining('this command is not allowed here')],
    ['completed', 'fine\n'],
  ])
})
