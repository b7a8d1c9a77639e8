import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession } from '../api.ts'
import { turns } from '../until.ts'

test('a changed configuration is kept, for its directory', async () => {
  const opencode = fakeOpencode()
  const get = async (path: string): Promise<unknown> => (await call(opencode, 'GET', path)).body
  await call(opencode, 'PATCH', '/config', { model: 'fake/a', agent: { one: { mode: 'primary' } } })
  await call(opencode, 'PATCH', '/config', { agent: { two: {} } })
  await call(opencode, 'PATCH', '/global/config', { share: 'disabled', model: 'fake/b' })
  const agent = { one: { mode: 'primary' }, two: {} }
  expect(await get('/config')).toMatchObject({ model: 'fake/a', share: 'disabled', agent })
  expect(await get('/config?directory=/elsewhere')).toMatchObject({ model: 'fake/b', share: 'disabled', agent: {} })
  expect(await get('/global/config')).toEqual({
    $schema: 'https://opencode.ai/config.json',
    share: 'disabled',
    model: 'fake/b',
  })
})

test('the providers of /provider are those of /config/providers, all connected', async () => {
  const opencode = fakeOpencode()
  const { providers, default: defaults } = Object(await body(call(opencode, 'GET', '/config/providers')))
  expect(await body(call(opencode, 'GET', '/provider'))).toEqual({
    all: providers,
    default: defaults,
    connected: ['fake', 'deepseek'],
  })
})

test('an MCP server can be added, switched off and on', async () => {
  const opencode = fakeOpencode()
  const config = { type: 'local', command: ['docs'] }
  expect(await body(call(opencode, 'POST', '/mcp', { name: 'docs', config }))).toEqual({
    docs: { status: 'connected' },
  })
  await call(opencode, 'POST', '/mcp', { name: 'off', config: { ...config, enabled: false } })
  await call(opencode, 'POST', '/mcp/docs/disconnect')
  expect(await body(call(opencode, 'GET', '/mcp'))).toEqual({
    docs: { status: 'disabled' },
    off: { status: 'disabled' },
  })
  for (const name of ['docs', 'off']) await call(opencode, 'POST', `/mcp/${name}/connect`)
  expect(await body(call(opencode, 'GET', '/mcp'))).toEqual({
    docs: { status: 'connected' },
    off: { status: 'connected' },
  })
})

test('the status that the test set of an MCP server stands when a client adds or connects it', async () => {
  const opencode = fakeOpencode({ mcpServers: { docs: { status: 'failed', error: 'no such program' } } })
  opencode.setMcpStatus('slow', 'connected', { afterPolls: 1 })
  const config = { type: 'local', command: ['docs'] }
  for (const name of ['docs', 'slow']) {
    await call(opencode, 'POST', '/mcp', { name, config })
    await call(opencode, 'POST', `/mcp/${name}/connect`)
  }
  const docs = { status: 'failed', error: 'no such program' }
  expect(await body(call(opencode, 'GET', '/mcp'))).toEqual({ docs })
  expect(await body(call(opencode, 'GET', '/mcp'))).toEqual({ docs, slow: { status: 'connected' } })
})

test('an MCP server that needs a login has one after it', async () => {
  const opencode = fakeOpencode({ mcpServers: { docs: 'needs_auth' } })
  expect(await body(call(opencode, 'POST', '/mcp/docs/auth/callback', { code: '1' }))).toEqual({ status: 'connected' })
  expect(await body(call(opencode, 'GET', '/mcp'))).toEqual({ docs: { status: 'connected' } })
})

test('what clients set of a project is told of it from then on', async () => {
  const opencode = fakeOpencode()
  const { id } = Object(await body(call(opencode, 'GET', '/project/current')))
  await call(opencode, 'PATCH', `/project/${id}`, { name: 'mine' })
  await call(opencode, 'PATCH', `/project/${id}`, { commands: { start: 'npm start' } })
  const mine = { id, name: 'mine', commands: { start: 'npm start' } }
  expect(await body(call(opencode, 'GET', '/project/current'))).toMatchObject(mine)
  expect(await body(call(opencode, 'GET', '/project'))).toMatchObject([mine])
  expect(await body(call(opencode, 'GET', '/project/current?directory=/elsewhere'))).not.toHaveProperty('name')
})

test('the server is in its own repository, and in none elsewhere', async () => {
  const opencode = fakeOpencode({ directory: '/app' })
  expect(await body(call(opencode, 'GET', '/vcs'))).toEqual({ branch: 'master', default_branch: 'master' })
  expect(await body(call(opencode, 'GET', '/vcs?directory=/elsewhere'))).toEqual({})
})

test('a shared session has an address until it is unshared', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  const shared = { url: `https://opncd.ai/share/${session.slice(-8)}` }
  expect(await body(call(opencode, 'POST', `/session/${session}/share`))).toMatchObject({ share: shared })
  expect(await body(call(opencode, 'GET', `/session/${session}`))).toMatchObject({ share: shared })
  expect(await body(call(opencode, 'DELETE', `/session/${session}/share`))).not.toHaveProperty('share')
  expect(opencode.events.map(({ type }) => type)).toEqual(['session.created', 'session.updated', 'session.updated'])
})

test('the experimental list has the sessions of all directories, with their projects', async () => {
  const opencode = fakeOpencode({ directory: '/app', clock: 'fixed' })
  const here = await createSession(opencode)
  const there = await createSession(opencode, {}, '/session?directory=/there')
  const archived = await createSession(opencode)
  await call(opencode, 'PATCH', `/session/${archived}`, { time: { archived: 1 } })
  const list = async (query: string): Promise<readonly Record<string, unknown>[]> =>
    Object(await body(call(opencode, 'GET', `/experimental/session${query}`)))
  expect((await list('')).map(({ id, project }) => [id, Object(project).worktree])).toEqual([
    [there, '/'],
    [here, '/app'],
  ])
  const ids = async (query: string): Promise<unknown> => (await list(query)).map(({ id }) => id)
  expect(await ids('?archived=true')).toEqual([archived, there, here])
  expect(await ids('?directory=/there')).toEqual([there])
  const updated = opencode.sessions.get(there)?.time.updated
  expect(await ids(`?cursor=${updated}`)).toEqual([here])
  expect(await ids(`?start=${updated}`)).toEqual([there])
  expect(await ids('?limit=1')).toEqual([there])
})

test('a terminal gets what it is asked for one by one, and waits for the next', async () => {
  const opencode = fakeOpencode()
  const next = (): Promise<unknown> => body(call(opencode, 'GET', '/tui/control/next'))
  await call(opencode, 'POST', '/tui/append-prompt', { text: 'one' })
  await call(opencode, 'POST', '/tui/submit-prompt')
  expect(await next()).toEqual({ path: '/tui/append-prompt', body: { text: 'one' } })
  expect(await next()).toEqual({ path: '/tui/submit-prompt', body: {} })
  const waiting = next()
  await turns()
  await call(opencode, 'POST', '/tui/show-toast', { message: 'late', variant: 'info' })
  expect(await waiting).toEqual({ path: '/tui/show-toast', body: { message: 'late', variant: 'info' } })
  expect(await body(call(opencode, 'POST', '/tui/control/response', { any: 'thing' }))).toBe(true)
})

test.for(['its own fetch', 'the global fetch'])(
  'a terminal that leaves takes nothing with it, on %s',
  async (which) => {
    const opencode = fakeOpencode()
    const client = new AbortController()
    const { url } = opencode
    const via = which === 'its own fetch' ? opencode : { url, fetch }
    const waiting = call(via, 'GET', '/tui/control/next', undefined, { signal: client.signal })
    await turns()
    client.abort()
    await expect(waiting).rejects.toThrow('abort')
    await call(opencode, 'POST', '/tui/open-help')
    expect(await body(call(opencode, 'GET', '/tui/control/next'))).toEqual({ path: '/tui/open-help', body: {} })
  },
)

test('a terminal does not wait for a server that is closed', async () => {
  const opencode = fakeOpencode()
  const waiting = call(opencode, 'GET', '/tui/control/next')
  await turns()
  await opencode.close()
  await expect(waiting).rejects.toThrow('the server closed')
})

test.for<[method: string, path: string, sent: object, recorded: object]>([
  ['PUT', '/auth/deepseek', { type: 'api', key: 'sk-1' }, { type: 'api', key: '[redacted]' }],
  [
    'PUT',
    '/auth/x',
    { type: 'oauth', access: 'a', refresh: 'b', expires: 1 },
    { type: 'oauth', access: '[redacted]', refresh: '[redacted]', expires: 1 },
  ],
  [
    'PATCH',
    '/config',
    { provider: { x: { options: { apiKey: 'sk-1', baseURL: 'http://x' } } } },
    { provider: { x: { options: { apiKey: '[redacted]', baseURL: 'http://x' } } } },
  ],
  [
    'POST',
    '/mcp',
    { name: 'x', config: { type: 'remote', url: 'http://x', headers: { 'x-token': 't' } } },
    { name: 'x', config: { type: 'remote', url: 'http://x', headers: { 'x-token': '[redacted]' } } },
  ],
])('the record of %s %s holds no key', async ([method, path, sent, recorded]) => {
  const opencode = fakeOpencode()
  await call(opencode, method, path, sent)
  expect(opencode.requests).toMatchObject([{ body: recorded, rawBody: JSON.stringify(recorded) }])
})

test('a body with a key that is no JSON is not recorded', async () => {
  const opencode = fakeOpencode()
  await call(opencode, 'PUT', '/auth/x', '{"type":"api","key":"sk-1"')
  expect(opencode.requests).toMatchObject([{ body: undefined, rawBody: '[redacted]' }])
})

const body = async (answer: Promise<{ readonly body: unknown }>): Promise<unknown> => (await answer).body
