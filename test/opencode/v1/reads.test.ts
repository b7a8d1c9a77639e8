import { readFileSync } from 'node:fs'
import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, promptAsync, prompt } from '../api.ts'
import { deferred } from '../deferred.ts'

interface Exchange {
  readonly method: string
  readonly path: string
  readonly query: Record<string, string>
  readonly body: unknown
}

const recorded: { http: readonly Exchange[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/captures/1.18.33/13-gets.json', import.meta.url), 'utf8'),
)
const recordedBody = (path: string): unknown =>
  recorded.http.find((exchange) => exchange.method === 'GET' && exchange.path === path)?.body

const get = async (opencode: ReturnType<typeof fakeOpencode>, path: string, init?: RequestInit): Promise<unknown> =>
  (await call(opencode, 'GET', path, undefined, init)).body

test('is healthy', async () => {
  expect(await get(fakeOpencode(), '/global/health')).toEqual(recordedBody('/global/health'))
})

test.for<[version: string, reported: string]>([
  ['1.18', '1.18.33'],
  ['1.18.15', '1.18.15'],
])('version %s is reported as %s, by the server and by its sessions', async ([version, reported]) => {
  const opencode = fakeOpencode({ version })
  const session = await createSession(opencode)
  expect(await get(opencode, '/global/health')).toEqual({ healthy: true, version: reported })
  expect(opencode.sessions.get(session)?.version).toBe(reported)
})

test('lists its two agents with the keys and words of the real ones', async () => {
  const real = [recordedBody('/agent')].flat().map((agent) => ({ ...Object(agent), permission: [] }))
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
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.messages.map(({ info }) => info.agent)).toEqual(['reviewer', 'reviewer'])
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

test('lists the models that it has prices for', async () => {
  const opencode = fakeOpencode()
  expect(await get(opencode, '/config/providers')).toMatchObject({
    providers: [
      { id: 'fake', models: { 'fake-model': { cost: { input: 0, output: 0, cache: { read: 0, write: 0 } } } } },
      {
        id: 'deepseek',
        env: ['DEEPSEEK_API_KEY'],
        models: {
          // captures/1.18.33/13-gets.json has the same
          'deepseek-flash': {
            cost: { input: 0.15, output: 0.6, cache: { read: 0.003, write: 0 } },
            limit: { context: 1_000_000, output: 393_216 },
          },
        },
      },
    ],
    default: { fake: 'fake-model', deepseek: 'deepseek-flash' },
  })
})

test('lists no provider of models where the test prices none', async () => {
  expect(await get(fakeOpencode({ prices: {} }), '/config/providers')).toMatchObject({
    providers: [{ id: 'fake', models: { 'fake-model': {} } }],
    default: { fake: 'fake-model' },
  })
})

test.for(['/path', '/project/current', '/project'])('%s has the keys of the real answer', async (path) => {
  const shape = (body: unknown): unknown => [body].flat().map((entry) => Object.keys(Object(entry)).toSorted())
  expect(shape(await get(fakeOpencode(), path))).toEqual(shape(recordedBody(path)))
})

test("works in its own directory, and its project's id is that of its sessions", async () => {
  const opencode = fakeOpencode({ directory: '/home/me/app/' })
  const session = await createSession(opencode)
  expect(await get(opencode, '/path')).toMatchObject({ worktree: '/home/me/app', directory: '/home/me/app' })
  const project = { id: opencode.sessions.get(session)?.projectID, worktree: '/home/me/app', vcs: 'git' }
  expect(await get(opencode, '/project/current')).toMatchObject(project)
  expect(await get(opencode, '/project')).toMatchObject([project])
})

test('a directory below its own belongs to the same project', async () => {
  const opencode = fakeOpencode({ directory: '/home/me/app' })
  const root = await createSession(opencode)
  const session = await createSession(opencode, {}, '/session?directory=/home/me/app/packages/core')
  expect(opencode.sessions.get(session)).toMatchObject({
    directory: '/home/me/app/packages/core',
    path: 'packages/core',
    projectID: opencode.sessions.get(root)?.projectID,
  })
})

test.for(['/home/me/other', '/home/me/app-2'])('the directory %s belongs to no project', async (directory) => {
  // captures/1.18.33/16e-directory-scoping.json
  const opencode = fakeOpencode({ directory: '/home/me/app' })
  const session = await createSession(opencode, {}, `/session?directory=${directory}`)
  expect(opencode.sessions.get(session)).toMatchObject({ directory, path: directory.slice(1), projectID: 'global' })
  expect(await get(opencode, `/path?directory=${directory}`)).toMatchObject({ worktree: '/', directory })
  const current = await get(opencode, `/project/current?directory=${directory}`)
  expect(current).toMatchObject({ id: 'global', worktree: '/' })
  expect(current).not.toHaveProperty('vcs')
})

test('says which sessions are busy', async () => {
  const model = deferred<string>()
  const opencode = fakeOpencode({ script: [() => model.promise] })
  const session = await createSession(opencode)
  await createSession(opencode)
  expect(await get(opencode, '/session/status')).toEqual({})
  await promptAsync(opencode, session, 'hi')
  await expect.poll(() => get(opencode, '/session/status')).toEqual({ [session]: { type: 'busy' } })
  model.resolve('done')
  await expect.poll(() => get(opencode, '/session/status')).toEqual({})
})

test('says what a session that waits for a retry waits for', async () => {
  const opencode = fakeOpencode({ reply: { status: 503, body: 'busy' } })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  await expect
    .poll(() => get(opencode, '/session/status'))
    .toEqual({
      [session]: { type: 'retry', attempt: 1, message: 'Service Unavailable: busy', next: expect.any(Number) },
    })
})
