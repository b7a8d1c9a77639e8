import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { createOpencodeClient } from '@opencode-ai/sdk'
import { fakeDeepSeek, httpError, runPrompt } from 'opencode-testing'
import { startOpencode } from 'opencode-testing/server'
import { expect, test } from 'vitest'

const bin = process.env['OPENCODE_BIN'] ?? ''

test('runPrompt, RunResult and the matchers work on a real server as on the fake', async () => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 600 }
  const deepseek = fakeDeepSeek([{ text: 'Hello there.', usage }, httpError(401)])
  const opencode = await startOpencode({ deepseek, bin })
  const run = await runPrompt(opencode.url, 'Say hello', { timeout: 60_000 })
  expect(run).toHaveOutcome('succeeded')
  expect(run).toEndTurnWith('stop')
  // deepseek-flash: (400 × 0.15 + 200 × 0.6 + 600 × 0.003) / 1,000,000
  expect(run).toHaveCost(0.0001818)
  expect(run.text).toBe('Hello there.')
  expect(run).toHaveSettledOnce()
  expect(await runPrompt(opencode.url, 'And again', { timeout: 60_000 })).toHaveOutcome('failed')
  expect(deepseek).toHaveSentPrompt('Say hello')
  expect(deepseek).toHaveOfferedTool('bash')
  const client = createOpencodeClient({ baseUrl: opencode.url })
  const { data: sessions = [] } = await client.session.list()
  expect(sessions).toHaveLength(2)
})

test('a server that is stopped is gone, with its directories', async () => {
  const opencode = await startOpencode({
    deepseek: fakeDeepSeek(),
    bin,
    config: { agent: { helper: { prompt: 'help' } } },
  })
  const client = createOpencodeClient({ baseUrl: opencode.url })
  const { data: agents = [] } = await client.app.agents()
  expect(agents.map(({ name }) => name)).toContain('helper')
  expect(await readdir(opencode.directory)).toEqual(['.git'])
  await opencode.stop()
  await expect(fetch(opencode.url)).rejects.toThrow('fetch failed')
  await expect(access(dirname(opencode.directory))).rejects.toThrow('ENOENT')
})

test('opencode-testing conform finds no drift in the pinned release', { timeout: 400_000 }, async () => {
  await promisify(execFile)('npm', ['run', 'build'])
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    'dist/esm/src/server/cli.js',
    'conform',
    '--runs',
    '1',
    '--bin',
    bin,
  ])
  expect(stdout).toMatch(/^opencode \d+\.\d+\.\d+: \d+ scripts, no difference\n$/)
  expect(stderr).toContain('random 1 of seed 1')
})
