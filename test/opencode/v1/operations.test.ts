import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { NOT_SERVED } from '../../../src/opencode/v1/not-served.ts'
import { v1Routes } from '../../../src/opencode/v1/routes.ts'
import { answerFaults, operations } from '../../fixtures/openapi.ts'
import { call, createSession } from '../api.ts'
import { SAMPLE_REQUESTS } from './sample-requests.ts'

/** The operations of turns, and the streams: their own tests have their answers. */
const ofTurns: readonly string[] = [
  'GET /event',
  'GET /global/event',
  'GET /session/{sessionID}/message/{messageID}',
  'POST /session/{sessionID}/message',
  'POST /session/{sessionID}/prompt_async',
  'POST /session/{sessionID}/abort',
  'GET /session/{sessionID}/children',
  'GET /session/{sessionID}/todo',
  'GET /session/{sessionID}/diff',
  'POST /session/{sessionID}/fork',
  'POST /session/{sessionID}/summarize',
  'POST /session/{sessionID}/revert',
  'POST /session/{sessionID}/unrevert',
  'POST /session/{sessionID}/shell',
  'POST /session/{sessionID}/command',
  'POST /session/{sessionID}/init',
  'DELETE /session/{sessionID}/message/{messageID}',
  'DELETE /session/{sessionID}/message/{messageID}/part/{partID}',
  'PATCH /session/{sessionID}/message/{messageID}/part/{partID}',
  'POST /session/{sessionID}/permissions/{permissionID}',
  'GET /permission',
  'POST /permission/{requestID}/reply',
  'GET /question',
  'POST /question/{requestID}/reply',
  'POST /question/{requestID}/reject',
]

/** The one whose answer is no JSON: it has a test below. */
const ofText: readonly string[] = ['GET /vcs/diff/raw']

const isPreview = (operation: string): boolean => operation.split(' ')[1]?.startsWith('/api/') ?? false
const outsidePreview = operations.filter((operation) => !isPreview(operation))

/** The spelling of the fake's own tables: `/session/:sessionID`. */
const own = (operation: string): string => operation.replaceAll(/\{(\w+)\}/g, ':$1')

/** Whether the fake has a route for exactly this path, and not only one that takes its fixed part for a name. */
const hasRoute = (operation: string): boolean =>
  v1Routes.some(({ method, path }) => `${method} ${path}` === own(operation))

test.for(outsidePreview)('%s is served, or deliberately not for a reason', (operation) => {
  const served = hasRoute(operation)
  const refused = own(operation) in NOT_SERVED
  expect([served, refused].filter(Boolean)).toHaveLength(1)
})

test('every operation that is served has a sample here, or its tests elsewhere', () => {
  const told = [...Object.keys(SAMPLE_REQUESTS), ...ofTurns, ...ofText]
  const served = outsidePreview.filter(hasRoute)
  expect(told.toSorted()).toEqual(served.toSorted())
})

test('the tables name no operation that the document does not have', () => {
  const known = new Set(operations.map(own))
  const named = [...v1Routes.map(({ method, path }) => `${method} ${path}`), ...Object.keys(NOT_SERVED)]
  expect(named.filter((operation) => !known.has(operation))).toEqual([])
})

test.for(Object.entries(SAMPLE_REQUESTS))('the answer to %s fits the document', async ([operation, sample]) => {
  const opencode = fakeOpencode({ mcpServers: { docs: 'needs_auth' } })
  const session = await createSession(opencode)
  const [method = '', template = ''] = operation.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => sample.parts?.[name] ?? session)
  const body = JSON.parse(JSON.stringify(sample.body ?? null).replace('{sessionID}', session))
  // The terminal waits until it is asked for something.
  await call(opencode, 'POST', '/tui/open-help')
  const answer = await call(opencode, method, `${path}?${sample.query ?? ''}`, body ?? undefined)
  expect(answer.status).toBe(200)
  expect(answerFaults(method, path, answer)).toEqual([])
  expect(opencode.misses).toEqual([])
})

test.for(Object.entries(NOT_SERVED))('%s is answered with the web page, and the miss says why', async (row) => {
  const [operation, reason] = row
  const opencode = fakeOpencode()
  const [method = '', path = ''] = operation.replaceAll(/:\w+/g, 'x_1').split(' ')
  const answer = await call(opencode, method, path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html'])
  expect(opencode.misses).toMatchObject([
    {
      kind: 'route',
      message: `${method} ${path} is deliberately not served by this fake (${reason}); it answered with the web page, as opencode 1.18.33 does`,
    },
  ])
})

test('the raw diff of a clean repository is an empty text', async () => {
  const opencode = fakeOpencode()
  const { status, headers, body } = await call(opencode, 'GET', '/vcs/diff/raw')
  expect([status, headers.get('content-type'), body]).toEqual([200, 'text/x-diff; charset=utf-8', null])
})
