import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { answerFaults } from '../../fixtures/openapi.ts'
import { call } from '../api.ts'

const badRequest = (message: string, kind: 'Payload' | 'Query' = 'Payload'): object => ({
  name: 'BadRequest',
  data: { message, kind },
})

test.for<[method: string, path: string, body: unknown, message: string]>([
  // The forms are those of captures/1.18.33/14-errors.json and 11g-permission-reply-unknown-id.json.
  ['POST', '/log', undefined, 'Expected object, got undefined'],
  ['POST', '/log', '[]', 'Expected object, got []'],
  ['POST', '/log', { service: 'x', level: 'info' }, 'Missing key\n  at ["message"]'],
  [
    'POST',
    '/log',
    { service: 'x', level: 'loud', message: 'm' },
    'Expected "debug" | "info" | "error" | "warn", got "loud"\n  at ["level"]',
  ],
  ['PATCH', '/config', 'null', 'Expected object, got null'],
  ['PATCH', '/global/config', undefined, 'Expected object, got undefined'],
  ['POST', '/global/upgrade', { target: 5 }, 'Expected string, got 5\n  at ["target"]'],
  ['PUT', '/auth/x', { type: 'card' }, 'Expected "oauth" | "api" | "wellknown", got "card"\n  at ["type"]'],
  ['PUT', '/auth/x', { type: 'api' }, 'Missing key\n  at ["key"]'],
  ['POST', '/provider/x/oauth/authorize', {}, 'Missing key\n  at ["method"]'],
  ['POST', '/provider/x/oauth/callback', { method: '0' }, 'Expected number, got "0"\n  at ["method"]'],
  ['POST', '/mcp', { name: 'x' }, 'Missing key\n  at ["config"]'],
  ['POST', '/mcp/docs/auth/callback', {}, 'Missing key\n  at ["code"]'],
  ['PATCH', '/project/global', { icon: 'red' }, 'Expected object, got "red"\n  at ["icon"]'],
  ['POST', '/vcs/apply', {}, 'Missing key\n  at ["patch"]'],
  ['POST', '/sync/history', { ses_1: -1 }, 'Expected an integer >= 0, got -1\n  at ["ses_1"]'],
  ['POST', '/sync/history', { ses_1: 1.5 }, 'Expected an integer >= 0, got 1.5\n  at ["ses_1"]'],
  ['POST', '/sync/replay', { directory: '/x' }, 'Expected a list of events\n  at ["events"]'],
  ['POST', '/sync/steal', {}, 'Missing key\n  at ["sessionID"]'],
  ['POST', '/tui/append-prompt', {}, 'Missing key\n  at ["text"]'],
  ['POST', '/tui/select-session', {}, 'Missing key\n  at ["sessionID"]'],
  [
    'POST',
    '/tui/select-session',
    { sessionID: 'x' },
    'Expected a string starting with "ses", got "x"\n  at ["sessionID"]',
  ],
])('refuses %s %s %j with a 400 that says where', async ([method, path, body, message]) => {
  const opencode = fakeOpencode({ mcpServers: { docs: 'needs_auth' } })
  const answer = await call(opencode, method, path, body)
  expect([answer.status, answer.body]).toEqual([400, badRequest(message)])
  expect(answerFaults(method, path, answer)).toEqual([])
})

test.for([
  ['/file', 'path'],
  ['/file/content', 'path'],
  ['/find', 'pattern'],
  ['/find/file', 'query'],
  ['/find/symbol', 'query'],
  ['/vcs/diff', 'mode'],
  ['/experimental/tool?provider=fake', 'model'],
])('refuses GET %s without its %s', async ([path = '', name]) => {
  const answer = await call(fakeOpencode(), 'GET', path)
  expect([answer.status, answer.body]).toEqual([400, badRequest(`Missing key\n  at ["${name}"]`, 'Query')])
})

test('answers malformed JSON with the 500 of the recorded prompt route', async () => {
  const { status, body } = await call(fakeOpencode(), 'POST', '/log', '{not json')
  expect([status, body]).toMatchObject([500, { name: 'UnknownError', data: { ref: expect.stringMatching(/^err_/) } }])
})

test.for<[method: string, path: string, body: unknown, answer: object]>([
  [
    'POST',
    '/mcp/nobody/connect',
    undefined,
    { _tag: 'McpServerNotFoundError', name: 'nobody', message: 'MCP server not found: nobody' },
  ],
  [
    'PATCH',
    '/project/nowhere',
    {},
    { _tag: 'ProjectNotFoundError', projectID: 'nowhere', message: 'Project not found: nowhere' },
  ],
  [
    'POST',
    '/tui/select-session',
    { sessionID: 'ses_unknown' },
    { name: 'NotFoundError', data: { message: 'Session not found: ses_unknown' } },
  ],
  [
    'POST',
    '/session/ses_unknown/share',
    undefined,
    { name: 'NotFoundError', data: { message: 'Session not found: ses_unknown' } },
  ],
])('answers %s %s, which names nothing, with a 404', async ([method, path, sent, expected]) => {
  const answer = await call(fakeOpencode(), method, path, sent)
  expect([answer.status, answer.body]).toEqual([404, expected])
  expect(answerFaults(method, path, answer)).toEqual([])
})

test('a patch needs a repository', async () => {
  const answer = await call(fakeOpencode(), 'POST', '/vcs/apply?directory=/elsewhere', { patch: 'x' })
  expect(answer).toMatchObject({ status: 400, body: { name: 'VcsApplyError', data: { reason: 'non-git' } } })
  expect(answerFaults('POST', '/vcs/apply', answer)).toEqual([])
})
