import { fakeOpencode } from 'opencode-testing'
import { fakePluginInput } from 'opencode-testing/server'
import { expect, test } from 'vitest'
import { denyDangerousCommands } from './deny-dangerous-commands.ts'

test('denies a dangerous command, and says so in the log', async () => {
  const opencode = fakeOpencode()
  const hooks = await denyDangerousCommands(await fakePluginInput({ opencode }))
  const before = (command: string): Promise<void> | undefined =>
    hooks['tool.execute.before']?.({ tool: 'bash', sessionID: 'ses_1', callID: 'call_1' }, { args: { command } })
  await expect(before('rm -rf src')).rejects.toThrow('not allowed')
  await before('git status')
  expect(opencode).toHaveReceivedRequest({ path: '/log', body: { level: 'warn', message: 'denied: rm -rf src' } })
})
