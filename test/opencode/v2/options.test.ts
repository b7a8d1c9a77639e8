import { DEFAULT_MODEL, fakeOpencode, httpError } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call } from '../api.ts'
import { refusalOf } from '../bad-option.ts'
import { ask, dataOf, dataOfEvents, messagesOf, newSession, run, send, sessionOf, settle } from './v2-calls.ts'

test('it says which release it is', async () => {
  expect(fakeOpencode({ version: '2.0' }).version).toBe('2.0.22')
  const opencode = fakeOpencode({ version: '2.0.15', baseUrl: 'http://older.test' })
  expect((await ask(opencode, 'GET', '/api/info')).body).toMatchObject({
    version: '2.0.15',
    urls: ['http://older.test'],
  })
  expect((await ask(opencode, 'GET', '/api/health')).body).toMatchObject({ healthy: true, version: '2.0.15' })
})

test('marks of failed runs have the error, unless an older server is meant', async () => {
  const marks = []
  for (const options of [
    { version: '2.0' },
    { version: '2.0', idleError: false },
    { version: '2.0.21' },
    { version: '2.0.21', idleError: true },
  ]) {
    const opencode = fakeOpencode({ ...options, script: [httpError(401, 'no')] })
    const id = await run(opencode)
    marks.push('error' in Object((await messagesOf(opencode, id)).at(-1)))
    expect(opencode.lastRun?.messages).toEqual(await messagesOf(opencode, id))
    expect(opencode.lastRun?.error).toMatchObject({ type: 'provider.auth' })
    await opencode.close()
  }
  expect(marks).toEqual([true, false, false, true])
  expect(refusalOf(() => fakeOpencode({ idleError: true }))).toMatchObject({ path: 'idleError' })
})

test('an agent shows after some polls, and that it has come is told', async () => {
  const opencode = fakeOpencode({ version: '2.0', agents: ['build'] })
  const names = async (): Promise<unknown[]> =>
    [await dataOf(opencode, 'GET', '/api/agent')].flat().map((agent) => Object(agent).id)
  opencode.addAgent({ name: 'late', mode: 'subagent', color: '#fff' }, { afterPolls: 1 })
  expect(await names()).toEqual(['build'])
  expect(opencode.events.map(({ type }) => type)).toEqual(['agent.updated'])
  expect(await names()).toEqual(['build', 'late'])
  expect(await dataOf(opencode, 'GET', '/api/agent/late')).toMatchObject({
    id: 'late',
    mode: 'subagent',
    color: '#fff',
    permissions: [],
  })
})

test('MCP servers have the statuses of 2.x, and clients add, switch and remove them', async () => {
  const opencode = fakeOpencode({
    version: '2.0',
    mcpServers: { a: 'pending', b: { status: 'failed', error: 'gone' } },
  })
  const list = async (): Promise<unknown> => dataOf(opencode, 'GET', '/api/mcp')
  opencode.setMcpStatus('a', { status: 'needs_auth', error: 'log in' }, { afterPolls: 1 })
  expect(await list()).toEqual([
    { name: 'a', status: { status: 'pending' } },
    { name: 'b', status: { status: 'failed', error: 'gone' } },
  ])
  expect(await list()).toMatchObject([{ status: { status: 'needs_auth', error: 'log in' } }, {}])
  const path = '/api/experimental/mcp'
  expect(
    (await ask(opencode, 'PUT', `${path}/c`, { config: { type: 'local', command: ['x'], disabled: true } })).status,
  ).toBe(204)
  expect((await ask(opencode, 'POST', `${path}/c/connect`)).status).toBe(204)
  expect((await ask(opencode, 'POST', `${path}/b/disconnect`)).status).toBe(204)
  expect((await ask(opencode, 'DELETE', `${path}/a`)).status).toBe(204)
  expect(await list()).toEqual([
    { name: 'b', status: { status: 'disabled' } },
    { name: 'c', status: { status: 'connected' } },
  ])
  expect(dataOfEvents(opencode, 'mcp.status.changed')).toEqual(['a', 'c', 'c', 'b', 'a'].map((server) => ({ server })))
  expect(
    refusalOf(() => fakeOpencode({ version: '2.0', mcpServers: { a: 'needs_client_registration' } })),
  ).toMatchObject({ path: 'mcpServers.a' })
  expect(refusalOf(() => fakeOpencode({ mcpServers: { a: 'pending' } }))).toMatchObject({ path: 'mcpServers.a' })
})

test('with a password every route asks for it', async () => {
  const opencode = fakeOpencode({ version: '2.0', password: 'secret' })
  const refused = await ask(opencode, 'GET', '/api/info')
  expect(refused).toMatchObject({ status: 401, body: null })
  expect(refused.headers.get('www-authenticate')).toBe('Basic realm="Secure Area"')
  const authorization = `Basic ${btoa('opencode:secret')}`
  expect((await call(opencode, 'GET', '/api/info', undefined, { headers: { authorization } })).status).toBe(200)
  expect((await ask(opencode, 'GET', `/api/health?auth_token=${btoa('opencode:secret')}`)).status).toBe(200)
})

test('a session without a model uses the default one, spelled as 2.x does', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await run(opencode)
  expect(await sessionOf(opencode, id)).not.toHaveProperty('model')
  expect((await messagesOf(opencode, id))[1]).toMatchObject({ model: DEFAULT_MODEL, agent: 'build' })
  expect(await dataOf(opencode, 'GET', '/api/model/default')).toMatchObject(DEFAULT_MODEL)
})

test('requests fail as they are told to, and change nothing', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  opencode.fail('POST', /\/api\/session\/[^/]+\/prompt/, {
    status: 503,
    body: { _tag: 'ServiceUnavailableError', message: 'no' },
  })
  const id = await newSession(opencode)
  expect(await ask(opencode, 'POST', `/api/session/${id}/prompt`, { text: 'Hi' })).toMatchObject({
    status: 503,
    body: { message: 'no' },
  })
  expect(opencode.prompts).toEqual([])
  await send(opencode, id, 'Hi')
  expect(await opencode.waitForPrompt()).toMatchObject({ text: 'Hi', sessionID: id })
  expect(opencode.requests.map(({ path }) => path).filter((path) => path.endsWith('/prompt'))).toHaveLength(2)
})

test('scripts, replies, costs and what is beyond the script are as on 1.18', async () => {
  const opencode = fakeOpencode({ version: '2.0', script: ['all'], cost: 0.5, tokens: [7, 3] })
  const one = await newSession(opencode)
  opencode.session(one).script('mine')
  await send(opencode, one, 'a')
  await settle(opencode, one)
  expect(opencode.lastRun).toMatchObject({ text: 'mine', cost: 0.5, tokens: { input: 7, output: 3 } })
  expect(opencode.remaining).toBe(1)
  for (let count = 0; count < 2; count += 1) {
    await send(opencode, one, 'b')
    await settle(opencode, one)
  }
  expect(opencode.runs.map(({ text }) => text)).toEqual(['mine', 'all', 'OK'])
  expect(opencode.misses).toMatchObject([{ kind: 'script' }])
  opencode.reset({ exhausted: 'error', script: [] })
  await run(opencode)
  expect(opencode.lastRun?.error).toMatchObject({ type: 'provider.invalid-request' })
})

test('with a fixed clock two runs are told alike', async () => {
  const events = []
  for (let count = 0; count < 2; count += 1) {
    const opencode = fakeOpencode({ version: '2.0', clock: 'fixed' })
    await run(opencode)
    events.push(JSON.stringify(opencode.events))
    await opencode.close()
  }
  expect(events[0]).toBe(events[1])
})
