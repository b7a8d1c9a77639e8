import { createOpencodeClient } from '@opencode-ai/sdk'
import { fakeOpencode, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { triage } from './triage.ts'

test('fails requests', async () => {
  const opencode = fakeOpencode({ reply: 'label: bug' })
  opencode.fail('POST', '/session', { status: 503 })
  opencode.fail('GET', /\/session\/[^/]+\/message/, { status: 502, body: 'Bad Gateway', times: null })
  opencode.fail('GET', '/event', { error: new Error('connect ECONNREFUSED 127.0.0.1:4096') })
  expect(await triage('Fix the login bug')).toMatchObject({ failure: { message: 'Service Unavailable' } })
  expect(await triage('Fix the login bug')).toMatchObject({
    failure: { message: expect.stringContaining('ECONNREFUSED') },
  })
  expect(await triage('Fix the login bug')).toMatchObject({ label: 'bug' })
})

test('shows agents and MCP servers after some polls', async () => {
  const opencode = fakeOpencode({ mcpServers: { search: 'disabled' } })
  const client = createOpencodeClient({ baseUrl: 'http://localhost:4096' })
  opencode.addAgent('triage', { afterPolls: 2 })
  opencode.setMcpStatus('search', { status: 'failed', error: 'spawn ENOENT' }, { afterPolls: 1 })
  const agents = async (): Promise<unknown> => (await client.app.agents()).data?.map(({ name }) => name)
  expect(await agents()).toEqual(['build', 'plan'])
  expect(await agents()).toEqual(['build', 'plan'])
  expect(await agents()).toEqual(['build', 'plan', 'triage'])
  expect((await client.mcp.status()).data).toEqual({ search: { status: 'disabled' } })
  expect((await client.mcp.status()).data).toEqual({ search: { status: 'failed', error: 'spawn ENOENT' } })
})

test('stops an agent that stalls', async () => {
  const opencode = fakeOpencode({ script: [turn({ text: 'Nobody can log in, but', cut: 'hang' })] })
  const stop = new AbortController()
  const report = triage('Fix the login bug', { signal: stop.signal })
  await opencode.waitForPrompt()
  stop.abort()
  expect(await report).toMatchObject({ failure: { kind: 'stopped' } })
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('names what the test cannot have meant', async () => {
  const opencode = fakeOpencode()
  const client = createOpencodeClient({ baseUrl: 'http://localhost:4096' })
  await client.pty.create()
  expect(opencode.misses).toMatchObject([{ kind: 'route', request: { method: 'POST', path: '/pty' } }])
})
