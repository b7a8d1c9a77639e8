import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { readRecording } from '../../fixtures/read-recording.ts'
import { call, createSession, prompt } from '../api.ts'
import { v1Messages } from '../v1-messages.ts'

const recorded = readRecording('13-gets')
const recordedBody = (path: string): unknown =>
  recorded.http.find((exchange) => exchange.method === 'GET' && exchange.path === path)?.body

const get = async (opencode: ReturnType<typeof fakeOpencode>, path: string, init?: RequestInit): Promise<unknown> =>
  (await call(opencode, 'GET', path, undefined, init)).body

test('lists its two agents with the keys and words of the real ones', async () => {
  const real = [recordedBody('/agent')].flat().map((agent) => Object.assign({}, agent, { permission: [] }))
  expect(await get(fakeOpencode(), '/agent')).toEqual(real)
})

test('lists the agents that the test names, in its order, with the fields it gives', async () => {
  const agents = ['plan', { name: 'reviewer', mode: 'subagent', description: 'Reviews.', color: '#ff0000' }]
  expect(await get(fakeOpencode({ agents }), '/agent')).toMatchObject([
    { name: 'plan', native: true },
    { name: 'reviewer', mode: 'subagent', description: 'Reviews.', color: '#ff0000', native: false, options: {} },
  ])
})

test('the first prompt uses the first agent where there is no build', async () => {
  const opencode = fakeOpencode({ agents: ['reviewer', 'plan'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(v1Messages(opencode, session)?.map(({ info }) => info.agent)).toEqual(['reviewer', 'reviewer'])
})

const agentNames = async (opencode: ReturnType<typeof fakeOpencode>): Promise<readonly string[]> =>
  [await get(opencode, '/agent')].flat().map((agent) => String(Reflect.get(Object(agent), 'name')))

test('an agent that is added is listed last, and at once', async () => {
  const opencode = fakeOpencode()
  opencode.addAgent('reviewer')
  expect(await agentNames(opencode)).toEqual(['build', 'plan', 'reviewer'])
})

test('an agent that is added after some polls is listed and prompted only then', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await agentNames(opencode)
  opencode.addAgent('reviewer', { afterPolls: 2 })
  expect((await prompt(opencode, session, 'hi', { agent: 'reviewer' })).status).toBe(500)
  expect(await agentNames(opencode)).toEqual(['build', 'plan'])
  expect(await agentNames(opencode)).toEqual(['build', 'plan'])
  expect(await agentNames(opencode)).toEqual(['build', 'plan', 'reviewer'])
  expect((await prompt(opencode, session, 'hi', { agent: 'reviewer' })).status).toBe(200)
})

test('a poll that failed does not count', async () => {
  const opencode = fakeOpencode({ mcpServers: { github: 'disabled' } })
  opencode.addAgent('reviewer', { afterPolls: 1 })
  opencode.setMcpStatus('github', 'connected', { afterPolls: 1 })
  opencode.fail('GET', /\/(agent|mcp)/, { times: 2 })
  await get(opencode, '/agent')
  await get(opencode, '/mcp')
  expect(await agentNames(opencode)).not.toContain('reviewer')
  expect(await get(opencode, '/mcp')).toEqual({ github: { status: 'disabled' } })
  expect(await agentNames(opencode)).toContain('reviewer')
  expect(await get(opencode, '/mcp')).toEqual({ github: { status: 'connected' } })
})

test('an agent of a known name takes the place of the old one', async () => {
  const opencode = fakeOpencode()
  opencode.addAgent({ name: 'build', description: 'Mine.' })
  expect(await get(opencode, '/agent')).toMatchObject([{ name: 'build', description: 'Mine.' }, { name: 'plan' }])
})

test('an agent of a known name stays as it is until the polls are over', async () => {
  const opencode = fakeOpencode()
  opencode.addAgent({ name: 'build', description: 'Mine.' }, { afterPolls: 1 })
  expect(await agentNames(opencode)).toEqual(['build', 'plan'])
  expect(await get(opencode, '/agent')).toMatchObject([{ name: 'build', description: 'Mine.' }, { name: 'plan' }])
})

test('an agent that is added later takes the place of one of its name that waits', async () => {
  const opencode = fakeOpencode({ agents: [] })
  opencode.addAgent({ name: 'reviewer', description: 'Old.' }, { afterPolls: 1 })
  opencode.addAgent({ name: 'reviewer', description: 'New.' })
  await agentNames(opencode)
  expect(await get(opencode, '/agent')).toMatchObject([{ name: 'reviewer', description: 'New.' }])
})

test('lists MCP servers as the real server does', async () => {
  const opencode = fakeOpencode({
    mcpServers: {
      failing: 'failed',
      gone: { status: 'failed', error: "ENOENT: no such file or directory, posix_spawn '/nonexistent/mcp'" },
      off: 'disabled',
      remote_off: { status: 'failed', error: 'SSE error: Unable to connect. Is the computer able to access the url?' },
    },
  })
  expect(await get(opencode, '/mcp')).toEqual(recordedBody('/mcp'))
})

test('has no MCP servers by default', async () => {
  expect(await get(fakeOpencode(), '/mcp')).toEqual({})
})

test('a new MCP status shows at once, or after the polls; until then the server keeps its own', async () => {
  const opencode = fakeOpencode({ mcpServers: { github: 'needs_auth' } })
  opencode.setMcpStatus('linear')
  opencode.setMcpStatus('github', { status: 'failed', error: 'no' }, { afterPolls: 1 })
  opencode.setMcpStatus('later', 'connected', { afterPolls: 2 })
  const linear = { status: 'connected' }
  expect(await get(opencode, '/mcp')).toEqual({ github: { status: 'needs_auth' }, linear })
  expect(await get(opencode, '/mcp')).toEqual({ github: { status: 'failed', error: 'no' }, linear })
  expect(await get(opencode, '/mcp')).toMatchObject({ later: { status: 'connected' } })
})

test('a later MCP status takes the place of one that waits', async () => {
  const opencode = fakeOpencode()
  opencode.setMcpStatus('github', 'failed', { afterPolls: 1 })
  opencode.setMcpStatus('github', 'connected')
  await get(opencode, '/mcp')
  expect(await get(opencode, '/mcp')).toEqual({ github: { status: 'connected' } })
})

test.for<[what: string, act: (opencode: ReturnType<typeof fakeOpencode>) => void, message: RegExp]>([
  ['an agent', (opencode) => opencode.addAgent(5 as never), /^addAgent\(agent\): expected an agent/],
  [
    'a status',
    (opencode) => opencode.setMcpStatus('x', 'on' as never),
    /^setMcpStatus\(status\): expected 'connected' or/,
  ],
  ['a number of polls of an agent', (opencode) => opencode.addAgent('x', { afterPolls: -1 }), /^afterPolls: expected/],
  [
    'a number of polls of an MCP server',
    (opencode) => opencode.setMcpStatus('x', 'failed', { afterPolls: 0.5 }),
    /^afterPolls: expected/,
  ],
  [
    'a name of an MCP server',
    (opencode) => opencode.setMcpStatus(5 as never),
    /^setMcpStatus\(name\): expected an MCP server's name/,
  ],
])('refuses %s that cannot be right, and changes nothing', async ([, act, message]) => {
  const opencode = fakeOpencode()
  expect(() => act(opencode)).toThrow(message)
  expect(await agentNames(opencode)).toEqual(['build', 'plan'])
  expect(await get(opencode, '/mcp')).toEqual({})
})
