import { fakeOpencode, httpError, type OpencodeServerEvent, reasoning, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { answerFaults, schemaFaults } from '../../fixtures/openapi.ts'
import { call, createSession, prompt, promptAsync } from '../api.ts'
import { type Frame, readStream } from '../read-stream.ts'
import { v1Messages } from '../v1-messages.ts'

// The OpenAPI document is the one that opencode 1.18.33 serves.

const scripted: readonly Reply[] = [
  { text: 'Hello.', reasoning: 'Hm.', usage: { prompt: 100, completion: 20, cacheHit: 64, reasoning: 5 } },
]

test.for<[method: string, path: string, body?: unknown]>([
  ['GET', '/global/health'],
  ['GET', '/agent'],
  ['GET', '/mcp'],
  ['GET', '/config/providers'],
  ['GET', '/path'],
  ['GET', '/project'],
  ['GET', '/project/current'],
  ['GET', '/project/current?directory=/elsewhere'],
  ['GET', '/session'],
  ['GET', '/session?limit=x'],
  ['GET', '/session/status'],
  ['POST', '/session'],
  ['POST', '/session', { title: 'x', agent: 'plan', model: { id: 'm', providerID: 'p' }, metadata: { a: 1 } }],
  ['POST', '/session', { title: 5 }],
  ['GET', '/session/:id'],
  ['GET', '/session/ses_unknown'],
  ['PATCH', '/session/:id', { title: 'after', metadata: { a: 1 }, time: { archived: 5 } }],
  ['PATCH', '/session/:id', { title: 5 }],
  ['PATCH', '/session/ses_unknown', {}],
  ['DELETE', '/session/:id'],
  ['DELETE', '/session/ses_unknown'],
  ['GET', '/session/:id/message'],
  ['GET', '/session/:id/message?limit=1'],
  ['GET', '/session/:id/message?limit=x'],
  ['GET', '/session/:id/message?before=x'],
  ['GET', '/session/ses_unknown/message'],
  ['GET', '/session/:id/message/:message'],
  ['GET', '/session/:id/message/msg_unknown'],
  ['GET', '/session/:id/message/bad'],
  [
    'POST',
    '/session/:id/message',
    { parts: [{ type: 'text', text: 'x' }], tools: { bash: false }, system: 'x', variant: 'high' },
  ],
  ['POST', '/session/:id/message', {}],
  ['POST', '/session/ses_unknown/message', { parts: [] }],
  ['POST', '/session/:id/prompt_async', { parts: [{ type: 'text', text: 'x' }] }],
  ['POST', '/session/:id/prompt_async', {}],
  ['POST', '/session/ses_unknown/prompt_async', { parts: [] }],
  ['POST', '/session/:id/abort'],
  ['POST', '/session/ses_unknown/abort'],
])('the answer to %s %s %j fits the document', async ([method, path, body]) => {
  const opencode = fakeOpencode({
    reply: scripted[0] as Exclude<Reply, (...args: never) => unknown>,
    mcpServers: { a: 'connected', b: 'disabled', c: 'failed', d: 'needs_auth', e: 'needs_client_registration' },
    agents: ['build', 'plan', { name: 'reviewer', mode: 'subagent' }],
  })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const message = v1Messages(opencode, session)?.[1]?.info.id ?? ''
  const real = path.replace(':id', session).replace(':message', message)
  const answer = await call(opencode, method, real, body)
  expect(answerFaults(method, real.split('?')[0] ?? '', answer)).toEqual([])
})

test('what a busy and a waiting session say fits the document', async () => {
  const opencode = fakeOpencode({
    script: [
      { text: 'x', cut: 'hang' },
      { status: 503, headers: { 'retry-after-ms': '60000.5' } },
    ],
  })
  await promptAsync(opencode, await createSession(opencode), 'hi')
  await promptAsync(opencode, await createSession(opencode), 'hi')
  const status = async (): Promise<unknown> => (await call(opencode, 'GET', '/session/status')).body
  await expect
    .poll(async () => Object.values(Object(await status())).map((entry) => Reflect.get(Object(entry), 'type')))
    .toEqual(['busy', 'retry'])
  expect(answerFaults('GET', '/session/status', { status: 200, body: await status() })).toEqual([])
})

const faultsOf = (name: string, values: readonly unknown[]): readonly string[] =>
  values.flatMap((value) => schemaFaults(name, value).map((fault) => `${JSON.stringify(value)}: ${fault}`))

const typesOf = (events: readonly OpencodeServerEvent[]): readonly string[] =>
  [...new Set(events.map(({ type }) => type))].toSorted()

test('the events of a plain run fit the document', async () => {
  const opencode = fakeOpencode({ script: [['one', reasoning('two'), 'three'], ...scripted] })
  const session = await createSession(opencode, { title: undefined, metadata: { a: 1 } })
  await prompt(opencode, session, 'hi', { tools: { bash: false, read: true }, system: 'x', variant: 'high' })
  await prompt(opencode, session, 'hi')
  await call(opencode, 'PATCH', `/session/${session}`, { title: 'after' })
  await call(opencode, 'DELETE', `/session/${session}`)
  expect(typesOf(opencode.events)).toEqual([
    'message.part.delta',
    'message.part.updated',
    'message.updated',
    'session.created',
    'session.deleted',
    'session.diff',
    'session.idle',
    'session.status',
    'session.updated',
  ])
  expect(faultsOf('Event', opencode.events)).toEqual([])
})

test('the events of an aborted run fit the document', async () => {
  const opencode = fakeOpencode({
    script: [
      { text: 'one two', cut: 'hang' },
      { status: 503, repeat: 9 },
    ],
  })
  const session = await createSession(opencode)
  for (const sign of ['message.part.delta', 'retry']) {
    await promptAsync(opencode, session, 'hi')
    await expect.poll(() => JSON.stringify(opencode.events)).toContain(sign)
    await call(opencode, 'POST', `/session/${session}/abort`)
  }
  expect(opencode.runs.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted'])
  expect(faultsOf('Event', opencode.events)).toEqual([])
})

test('the events of failed runs fit the document', async () => {
  const failures: readonly Reply[] = [
    httpError(401),
    httpError(500, '<html>bad gateway</html>'),
    { finish: 'content_filter', text: 'no' },
    (): never => {
      throw new Error('broken')
    },
  ]
  const opencode = fakeOpencode({
    script: failures.flatMap((reply, index) => (index === 1 ? Array.from({ length: 6 }, () => reply) : [reply])),
    retryDelay: 'none',
  })
  const session = await createSession(opencode)
  for (const _ of failures) await prompt(opencode, session, 'hi')
  await prompt(opencode, session, 'hi', { agent: 'nobody' })
  expect(opencode.runs.map(({ outcome }) => outcome)).toEqual([...failures, 'nobody'].map(() => 'failed'))
  expect(faultsOf('Event', opencode.events)).toEqual([])
})

// The document does not know heartbeats, and asks the first frame of /global/event for a directory; the server sends the one, and
// the other without (captures/1.18.33/16b-raw-global-sse-bytes.json).
const ofSessions = (frames: readonly Frame[]): readonly Frame[] =>
  frames.filter((frame) => !JSON.stringify(frame).includes('"server.'))

test('the frames of both streams fit the document', async () => {
  const opencode = fakeOpencode({ script: scripted })
  const own = await readStream(opencode, '/event')
  const global = await readStream(opencode, '/global/event')
  opencode.heartbeat()
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  await call(opencode, 'DELETE', `/session/${session}`)
  await own.until(({ type }) => type === 'session.deleted')
  await global.until(
    ({ payload }) =>
      Reflect.get(Object(payload), 'type') === 'sync' && JSON.stringify(payload).includes('session.deleted.1'),
  )
  expect([own, global].map(({ frames }) => frames.length - ofSessions(frames).length)).toEqual([2, 2])
  expect(faultsOf('Event', [own.frames[0], ...ofSessions(own.frames)])).toEqual([])
  expect(faultsOf('GlobalEvent', ofSessions(global.frames))).toEqual([])
})
