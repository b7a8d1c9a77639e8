import { type FakeOpencode, fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { NOT_SERVED } from '../../../src/opencode/v2/not-served.ts'
import { v2Routes } from '../../../src/opencode/v2/v2-routes.ts'
import { misfits } from '../../fixtures/v2/schema-faults.ts'
import { ask, newSession, run } from './v2-calls.ts'

// The table of facts/opencode-2x.md section 1.2, row by row; `*` stands for the rows that it leaves to a wildcard.
const OPERATIONS = `
GET /api/info; POST /api/pair; GET /auth/connect/:code; GET /api/location; POST /api/location/reload
GET /api/agent; GET /api/agent/:agentID; GET /api/plugin; POST /api/plugin/check; POST /api/plugin/update
GET /api/session; GET /api/experimental/session/stats; POST /api/session; POST /api/experimental/session/import
GET /api/experimental/session/:sessionID/export; GET /api/session/active; GET /api/session/:sessionID
DELETE /api/session/:sessionID; POST /api/session/:sessionID/fork; POST /api/session/:sessionID/agent
POST /api/session/:sessionID/model; PATCH /api/session/:sessionID; POST /api/session/:sessionID/move
POST /api/session/:sessionID/prompt; POST /api/session/:sessionID/command; POST /api/experimental/session/:sessionID/skill
POST /api/session/:sessionID/synthetic; POST /api/session/:sessionID/shell; POST /api/session/:sessionID/compact
POST /api/session/:sessionID/resume; POST /api/experimental/session/:sessionID/wait
POST /api/session/:sessionID/revert/stage; DELETE /api/session/:sessionID/revert; POST /api/session/:sessionID/revert/commit
GET /api/session/:sessionID/context; GET /api/session/:sessionID/diff; GET /api/session/:sessionID/inbox
DELETE /api/session/:sessionID/inbox/:inboxID; PATCH /api/session/:sessionID/inbox/:inboxID
GET /api/experimental/session/:sessionID/instructions/entries
PUT /api/experimental/session/:sessionID/instructions/entries/:key
DELETE /api/experimental/session/:sessionID/instructions/entries/:key
POST /api/session/:sessionID/generate; GET /api/experimental/session/:sessionID/log; POST /api/session/:sessionID/interrupt
POST /api/session/:sessionID/background; GET /api/session/:sessionID/message/:messageID; GET /api/session/:sessionID/message
GET /api/session/:sessionID/form; POST /api/session/:sessionID/form; GET /api/session/:sessionID/form/:formID
POST /api/session/:sessionID/form/:formID/reply; DELETE /api/session/:sessionID/form/:formID
PUT /api/session/:sessionID/environment; POST /api/session/:sessionID/view; GET /api/model; GET /api/model/default
POST /api/experimental/generate; GET /api/provider; GET /api/provider/:providerID; GET /api/integration
GET /api/integration/:integrationID; POST /api/experimental/integration/wellknown
POST /api/integration/:integrationID/connect/key; POST /api/integration/:integrationID/connect/external
POST /api/integration/:integrationID/connect/oauth; GET /api/integration/:integrationID/connect/oauth/:attemptID
POST /api/integration/:integrationID/connect/oauth/:attemptID/complete
DELETE /api/integration/:integrationID/connect/oauth/:attemptID; POST /api/integration/:integrationID/connect/command
GET /api/integration/:integrationID/connect/command/:attemptID
DELETE /api/integration/:integrationID/connect/command/:attemptID; GET /api/mcp; PUT /api/experimental/mcp/:server
DELETE /api/experimental/mcp/:server; POST /api/experimental/mcp/:server/connect
POST /api/experimental/mcp/:server/disconnect; GET /api/mcp/resource; GET /api/credential; POST /api/credential
PATCH /api/credential/:credentialID; DELETE /api/credential/:credentialID; POST /api/credential/:credentialID/activate
GET /api/project; PATCH /api/project/:projectID; GET /api/form; GET /api/permission/request; GET /api/permission/saved
DELETE /api/permission/saved/:id; POST /api/session/:sessionID/permission; GET /api/session/:sessionID/permission
GET /api/session/:sessionID/permission/:requestID; POST /api/session/:sessionID/permission/:requestID/reply
GET /api/fs/read/*; GET /api/fs/list; GET /api/fs/find; POST /api/experimental/fs/write; GET /api/command; GET /api/skill
POST /api/rpc/:rpcID/:method; GET /api/event; GET /api/pty; POST /api/pty; GET /api/pty/:ptyID; PUT /api/pty/:ptyID
DELETE /api/pty/:ptyID; POST /api/pty/:ptyID/connect-token; GET /api/shell; POST /api/shell; GET /api/shell/:shellID
GET /api/shell/:shellID/output; DELETE /api/shell/:shellID; GET /api/reference; GET /api/worktree; POST /api/worktree
DELETE /api/worktree; POST /api/worktree/refresh; POST /api/vcs/init; GET /api/vcs; GET /api/vcs/base; GET /api/vcs/status
GET /api/vcs/branch; GET /api/vcs/diff; GET /api/debug/location; DELETE /api/debug/location
GET /api/experimental/migration/v1; GET /api/websearch/provider; POST /api/websearch; GET /api/config
GET /api/config/shell; PATCH /api/experimental/config`
  .split(/[;\n]/)
  .map((operation) => operation.trim())
  .filter((operation) => operation !== '')

/** Served beside the table: the betas' form of /api/info. And no operation of it, but known all the same. */
const BESIDE = ['GET /api/health', 'GET /openapi.json']

test('every operation of 2.x is served, or deliberately not', () => {
  const served = v2Routes.map(({ method, path }) => `${method} ${path}`)
  const known = [...served, ...Object.keys(NOT_SERVED)]
  expect(known.toSorted()).toEqual([...OPERATIONS, ...BESIDE].toSorted())
})

test('what is deliberately not served is a 404, and a miss that says why', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  expect(await ask(opencode, 'POST', '/api/pty', {})).toMatchObject({ status: 404, body: null })
  expect(opencode.misses).toMatchObject([
    { kind: 'route', message: expect.stringContaining('the fake runs no programs') },
  ])
})

test('an unknown route of the API is an empty 404, and any other path the web page', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  expect(await ask(opencode, 'GET', '/api/question')).toMatchObject({ status: 404, body: null })
  expect((await ask(opencode, 'POST', '/session', {})).headers.get('content-type')).toBe('text/html')
  expect(opencode.misses.map(({ kind }) => kind)).toEqual(['route', 'route'])
})

interface Scene {
  readonly opencode: FakeOpencode
  readonly id: string
}

async function openScene(): Promise<Scene> {
  const opencode = fakeOpencode({ version: '2.0', mcpServers: { good: 'connected', bad: 'failed' } })
  return { opencode, id: await run(opencode) }
}

test('every answer that the schema knows fits it', async () => {
  const { opencode, id } = await openScene()
  const answers: readonly (readonly [name: string, method: string, path: string, body?: unknown])[] = [
    ['server.info', 'GET', '/api/info'],
    ['location.get', 'GET', '/api/location'],
    ['agent.list', 'GET', '/api/agent'],
    ['agent.get', 'GET', '/api/agent/build'],
    ['session.list', 'GET', '/api/session'],
    [
      'session.create',
      'POST',
      '/api/session',
      { agent: 'plan', model: { id: 'm', providerID: 'p' }, metadata: { a: 1 } },
    ],
    ['session.get', 'GET', `/api/session/${id}`],
    ['session.fork', 'POST', `/api/session/${id}/fork`, {}],
    ['session.active', 'GET', '/api/session/active'],
    ['session.inbox.list', 'GET', `/api/session/${id}/inbox`],
    ['session.interrupt', 'POST', `/api/session/${id}/interrupt`],
    ['session.context', 'GET', `/api/session/${id}/context`],
    ['message.list', 'GET', `/api/session/${id}/message`],
    ['session.export', 'GET', `/api/experimental/session/${id}/export`],
    ['session.generate', 'POST', `/api/session/${id}/generate`, { prompt: 'x' }],
    ['model.list', 'GET', '/api/model'],
    ['model.default', 'GET', '/api/model/default'],
    ['provider.list', 'GET', '/api/provider'],
    ['provider.get', 'GET', '/api/provider/deepseek'],
    ['mcp.list', 'GET', '/api/mcp'],
    ['mcp.resource.catalog', 'GET', '/api/mcp/resource'],
    ['command.list', 'GET', '/api/command'],
    ['skill.list', 'GET', '/api/skill'],
    ['permission.request.list', 'GET', '/api/permission/request'],
    ['permission.list', 'GET', `/api/session/${id}/permission`],
    ['permission.saved.list', 'GET', '/api/permission/saved'],
    ['form.list', 'GET', '/api/form'],
    ['session.form.list', 'GET', `/api/session/${id}/form`],
  ]
  const faults = []
  for (const [name, method, path, body] of answers) {
    const answer = await ask(opencode, method, path, body)
    if (answer.status !== 200 || misfits(`Response.${name}`, [answer.body]).length > 0)
      faults.push([name, answer.status, answer.body])
  }
  expect(faults).toEqual([])
  expect(opencode.misses).toEqual([])
})

test('every error is flat, tagged and in the schema', async () => {
  const { opencode, id } = await openScene()
  const errors: readonly (readonly [tag: string, status: number, method: string, path: string, body?: unknown])[] = [
    ['SessionNotFoundError', 404, 'GET', '/api/session/ses_none'],
    ['SessionNotFoundError', 404, 'POST', '/api/session', { parentID: 'ses_none' }],
    ['InvalidRequestError', 400, 'GET', '/api/session/none'],
    ['InvalidRequestError', 400, 'POST', `/api/session/${id}/prompt`, {}],
    ['InvalidRequestError', 400, 'POST', `/api/session/${id}/prompt`, 'no JSON'],
    ['InvalidRequestError', 400, 'POST', `/api/session/${id}/prompt`, { text: 'x', id: 'mine' }],
    ['InvalidRequestError', 400, 'POST', `/api/session/${id}/prompt`, { text: 'x', delivery: 'now' }],
    ['InvalidRequestError', 400, 'POST', `/api/session/${id}/model`, { model: { id: 'm' } }],
    ['InvalidRequestError', 400, 'GET', `/api/session/${id}/message?limit=201`],
    ['InvalidRequestError', 400, 'GET', `/api/session/${id}/message?type=idle`],
    ['InvalidRequestError', 400, 'GET', '/api/session?order=up'],
    ['InvalidCursorError', 400, 'GET', `/api/session/${id}/message?cursor=x`],
    ['InvalidCursorError', 400, 'GET', '/api/session?cursor=x'],
    ['MessageNotFoundError', 404, 'GET', `/api/session/${id}/message/msg_none`],
    ['MessageNotFoundError', 404, 'POST', `/api/session/${id}/revert/stage`, { messageID: 'msg_none' }],
    ['LocationNotFoundError', 404, 'GET', '/api/agent?location[directory]=nowhere'],
    ['AgentNotFoundError', 404, 'GET', '/api/agent/none'],
    ['ProviderNotFoundError', 404, 'GET', '/api/provider/none'],
    ['McpServerNotFoundError', 404, 'POST', '/api/experimental/mcp/none/connect'],
    ['CommandNotFoundError', 404, 'POST', `/api/session/${id}/command`, { name: 'none', text: '' }],
    ['SkillNotFoundError', 404, 'POST', `/api/experimental/session/${id}/skill`, { id: 'none' }],
    ['PermissionNotFoundError', 404, 'POST', `/api/session/${id}/permission/per_none/reply`, { decision: 'once' }],
    ['FormNotFoundError', 404, 'POST', `/api/session/${id}/form/frm_none/reply`, { answer: {} }],
    ['ProjectNotFoundError', 404, 'PATCH', '/api/project/none', {}],
    ['IntegrationNotFoundError', 404, 'GET', '/api/integration/none'],
    ['ShellNotFoundError', 404, 'GET', '/api/shell/none'],
  ]
  for (const [tag, status, method, path, body] of errors) {
    const answer = await ask(opencode, method, path, body)
    expect([path, answer.status, Object(answer.body)['_tag']]).toEqual([path, status, tag])
    expect(misfits('ErrorBody', [answer.body])).toEqual([])
  }
  expect((await ask(opencode, 'GET', '/api/session/ses_doesnotexist')).body).toEqual({
    _tag: 'SessionNotFoundError',
    sessionID: 'ses_doesnotexist',
    message: 'Session not found: ses_doesnotexist',
  })
})

test('lists come in pages, the newest first, and cursors lead on', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const ids = []
  for (const title of ['one', 'two', 'three']) ids.push(await newSession(opencode, { title }))
  // The ids of sessions descend: newer sorts first (facts/opencode-2x.md section 5).
  expect(ids).toEqual(ids.toSorted().toReversed())
  const pageOf = async (query: string): Promise<{ ids: unknown[]; cursor: { next?: string; previous?: string } }> => {
    const { body } = await ask(opencode, 'GET', `/api/session?${query}`)
    const { data, cursor } = Object(body)
    return { ids: [data].flat().map(({ id }) => id), cursor }
  }
  const first = await pageOf('limit=2')
  expect(first.ids).toEqual([ids[2], ids[1]])
  const second = await pageOf(`limit=2&cursor=${first.cursor.next}`)
  expect(second.ids).toEqual([ids[0]])
  expect((await pageOf(`cursor=${second.cursor.next}`)).ids).toEqual([])
  expect((await pageOf(`limit=2&cursor=${second.cursor.previous}`)).ids).toEqual([ids[2], ids[1]])
  expect((await pageOf('search=TWO')).ids).toEqual([ids[1]])
  expect((await pageOf('order=asc&limit=1')).ids).toEqual([ids[0]])
  expect((await pageOf('parentID=null')).ids).toHaveLength(3)
})

test('messages come newest first, and the cursor keeps the order', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await run(opencode)
  const { body } = await ask(opencode, 'GET', `/api/session/${id}/message?limit=1`)
  const { data, cursor } = Object(body)
  expect(data).toMatchObject([{ type: 'idle' }])
  const older = await ask(opencode, 'GET', `/api/session/${id}/message?limit=1&cursor=${cursor.next}`)
  expect(older.body).toMatchObject({ data: [{ type: 'assistant' }] })
  const refused = await ask(opencode, 'GET', `/api/session/${id}/message?order=asc&cursor=${cursor.next}`)
  expect(refused.body).toMatchObject({ _tag: 'InvalidCursorError', message: 'Cursor cannot be combined with order' })
  expect((await ask(opencode, 'GET', `/api/session/${id}/message?type=user`)).body).toMatchObject({
    data: [{ type: 'user' }],
  })
})

test('a session is changed, moved, and removed with its children', async () => {
  const opencode = fakeOpencode({ version: '2.0' })
  const id = await newSession(opencode, { title: null })
  const child = await newSession(opencode, { parentID: id })
  const path = `/api/session/${id}`
  expect((await ask(opencode, 'PATCH', path, { title: 'new', metadata: { a: 1 }, permissions: [] })).status).toBe(204)
  await ask(opencode, 'POST', `${path}/agent`, { agent: 'plan' })
  await ask(opencode, 'POST', `${path}/model`, { model: { id: 'm', providerID: 'p' } })
  await ask(opencode, 'POST', `${path}/move`, { directory: '/elsewhere' })
  await ask(opencode, 'POST', `${path}/view`, { idle: 7 })
  expect(opencode.sessions.get(id)).toMatchObject({
    title: 'new',
    metadata: { a: 1 },
    agent: 'plan',
    model: { id: 'm', providerID: 'p' },
    location: { directory: '/elsewhere' },
    time: { viewed: 7 },
  })
  expect(opencode.messages.get(id)?.map((message) => Object(message).type)).toEqual([
    'agent-switched',
    'model-switched',
    'location-switched',
  ])
  expect((await ask(opencode, 'DELETE', path)).status).toBe(204)
  expect((await ask(opencode, 'GET', `/api/session/${child}`)).status).toBe(404)
  expect(opencode.events.slice(-2).map((event) => Object(event).durable.version)).toEqual([2, 2])
  expect(misfits('V2Event', opencode.events)).toEqual([])
})
