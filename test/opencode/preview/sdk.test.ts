import { createOpencodeClient, type OpencodeClient } from '@opencode-ai/sdk/v2'
import { type FakeOpencode, fakeOpencode, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { NOT_SERVED } from '../../../src/opencode/v1/not-served.ts'
import { previewRoutes } from '../../../src/opencode/preview/routes.ts'
import { answerFaults, operations, schemaFaults } from '../../fixtures/openapi.ts'
import { newSession, run, send } from './preview-calls.ts'

const questions = [{ question: 'Q?', header: 'Q', options: [{ label: 'a', description: 'b' }] }]

/** What the calls are made on: sessions that have run, and that wait for a person. */
interface Scene {
  readonly opencode: FakeOpencode
  readonly done: string
  readonly promptID: string
  readonly asking: string
  readonly permissionID: string
  readonly questioning: string
  readonly questionID: string
}

async function openScene(): Promise<Scene> {
  const opencode = fakeOpencode({
    permissions: { bash: 'ask' },
    files: { 'a.txt': 'text\n', '*': 'the SDK asks for this name' },
    reply: 'OK',
    script: ['Done.', toolCall('bash', { command: 'ls' }), toolCall('question', { questions })],
  })
  const done = await newSession(opencode)
  await run(opencode, done, 'hi')
  const waiting = async (type: string): Promise<{ sessionID: string; id: string }> => {
    const sessionID = await newSession(opencode)
    await send(opencode, sessionID, 'ask me')
    const asked = (): unknown => opencode.events.find((event) => event.type === type)?.properties['id']
    await expect.poll(asked, { interval: 2 }).toBeDefined()
    return { sessionID, id: String(asked()) }
  }
  const permission = await waiting('permission.v2.asked')
  const question = await waiting('question.v2.asked')
  return {
    opencode,
    done,
    promptID: opencode.sentPrompts[0]?.promptID ?? '',
    asking: permission.sessionID,
    permissionID: permission.id,
    questioning: question.sessionID,
    questionID: question.id,
  }
}

type Call = (client: OpencodeClient, scene: Scene) => Promise<{ response?: Response }>

/** Each operation of the preview that the fake serves, as the SDK calls it, and the status it is answered with. */
const calls: Readonly<Record<string, readonly [status: number, call: Call]>> = {
  'GET /api/health': [200, ({ v2 }) => v2.health.get()],
  'GET /api/location': [200, ({ v2 }) => v2.location.get()],
  'GET /api/agent': [200, ({ v2 }) => v2.agent.list()],
  'GET /api/session': [200, ({ v2 }) => v2.session.list({ limit: 2, order: 'asc' })],
  'POST /api/session': [200, ({ v2 }) => v2.session.create({ model: { id: 'm', providerID: 'p' }, agent: 'plan' })],
  'GET /api/session/active': [200, ({ v2 }) => v2.session.active()],
  'GET /api/session/{sessionID}': [200, ({ v2 }, { done }) => v2.session.get({ sessionID: done })],
  'POST /api/session/{sessionID}/agent': [
    204,
    ({ v2 }, { done }) => v2.session.switchAgent({ sessionID: done, agent: 'plan' }),
  ],
  'POST /api/session/{sessionID}/model': [
    204,
    ({ v2 }, { done }) => v2.session.switchModel({ sessionID: done, model: { id: 'm', providerID: 'p' } }),
  ],
  'POST /api/session/{sessionID}/prompt': [
    200,
    ({ v2 }, { done }) => v2.session.prompt({ sessionID: done, prompt: { text: 'again' }, delivery: 'queue' }),
  ],
  'POST /api/session/{sessionID}/compact': [503, ({ v2 }, { done }) => v2.session.compact({ sessionID: done })],
  'POST /api/session/{sessionID}/wait': [503, ({ v2 }, { done }) => v2.session.wait({ sessionID: done })],
  'POST /api/session/{sessionID}/revert/stage': [
    200,
    ({ v2 }, { done, promptID }) => v2.session.revert.stage({ sessionID: done, messageID: promptID }),
  ],
  'POST /api/session/{sessionID}/revert/clear': [
    204,
    ({ v2 }, { done }) => v2.session.revert.clear({ sessionID: done }),
  ],
  'POST /api/session/{sessionID}/revert/commit': [
    204,
    ({ v2 }, { done }) => v2.session.revert.commit({ sessionID: done }),
  ],
  'GET /api/session/{sessionID}/context': [200, ({ v2 }, { done }) => v2.session.context({ sessionID: done })],
  'GET /api/session/{sessionID}/history': [200, ({ v2 }, { done }) => v2.session.history({ sessionID: done })],
  'POST /api/session/{sessionID}/interrupt': [204, ({ v2 }, { asking }) => v2.session.interrupt({ sessionID: asking })],
  'GET /api/session/{sessionID}/message/{messageID}': [
    200,
    ({ v2 }, { done, promptID }) => v2.session.message({ sessionID: done, messageID: promptID }),
  ],
  'GET /api/session/{sessionID}/message': [
    200,
    ({ v2 }, { asking }) => v2.session.messages({ sessionID: asking, limit: 5 }),
  ],
  'GET /api/model': [200, ({ v2 }) => v2.model.list()],
  'GET /api/provider': [200, ({ v2 }) => v2.provider.list()],
  'GET /api/provider/{providerID}': [200, ({ v2 }) => v2.provider.get({ providerID: 'deepseek' })],
  'GET /api/integration': [200, ({ v2 }) => v2.integration.list()],
  'GET /api/integration/{integrationID}': [200, ({ v2 }) => v2.integration.get({ integrationID: 'deepseek' })],
  'POST /api/integration/{integrationID}/connect/key': [
    204,
    ({ v2 }) => v2.integration.connect.key({ integrationID: 'deepseek', key: 'sk-secret' }),
  ],
  'PATCH /api/credential/{credentialID}': [204, ({ v2 }) => v2.credential.update({ credentialID: 'c', label: 'l' })],
  'DELETE /api/credential/{credentialID}': [204, ({ v2 }) => v2.credential.remove({ credentialID: 'c' })],
  'GET /api/permission/request': [200, ({ v2 }) => v2.permission.request.list()],
  'GET /api/permission/saved': [200, ({ v2 }) => v2.permission.saved.list()],
  'DELETE /api/permission/saved/{id}': [204, ({ v2 }) => v2.permission.saved.remove({ id: 'x' })],
  'POST /api/session/{sessionID}/permission': [
    200,
    ({ v2 }, { done }) => v2.session.permission.create({ sessionID: done, action: 'bash', resources: ['ls'] }),
  ],
  'GET /api/session/{sessionID}/permission': [
    200,
    ({ v2 }, { asking }) => v2.session.permission.list({ sessionID: asking }),
  ],
  'GET /api/session/{sessionID}/permission/{requestID}': [
    200,
    ({ v2 }, { asking, permissionID }) => v2.session.permission.get({ sessionID: asking, requestID: permissionID }),
  ],
  'POST /api/session/{sessionID}/permission/{requestID}/reply': [
    204,
    ({ v2 }, { asking, permissionID }) =>
      v2.session.permission.reply({ sessionID: asking, requestID: permissionID, reply: 'once' }),
  ],
  'GET /api/fs/list': [200, ({ v2 }) => v2.fs.list()],
  'GET /api/fs/find': [200, ({ v2 }) => v2.fs.find({ query: 'a.t' })],
  'GET /api/command': [200, ({ v2 }) => v2.command.list()],
  'GET /api/skill': [200, ({ v2 }) => v2.skill.list()],
  'GET /api/pty': [200, ({ v2 }) => v2.pty.list()],
  'GET /api/question/request': [200, ({ v2 }) => v2.question.request.list()],
  'GET /api/session/{sessionID}/question': [
    200,
    ({ v2 }, { questioning }) => v2.session.question.list({ sessionID: questioning }),
  ],
  'POST /api/session/{sessionID}/question/{requestID}/reply': [
    204,
    ({ v2 }, { questioning, questionID }) =>
      v2.session.question.reply({
        sessionID: questioning,
        requestID: questionID,
        questionV2Reply: { answers: [['a']] },
      }),
  ],
  'POST /api/session/{sessionID}/question/{requestID}/reject': [
    204,
    ({ v2 }, { questioning, questionID }) =>
      v2.session.question.reject({ sessionID: questioning, requestID: questionID }),
  ],
  'GET /api/reference': [200, ({ v2 }) => v2.reference.list()],
}

/** Those whose answer is no JSON: they have tests of their own below. */
const ofStreams = ['GET /api/event', 'GET /api/session/{sessionID}/event', 'GET /api/fs/read/*']

const preview = operations.filter((operation) => operation.split(' ')[1]?.startsWith('/api/'))
const own = (operation: string): string => operation.replaceAll(/\{(\w+)\}/g, ':$1')

test('every operation of the preview is served and called here, or deliberately not served', () => {
  const told = [...Object.keys(calls), ...ofStreams].map(own)
  const refused = Object.keys(NOT_SERVED).filter((operation) => operation.includes(' /api/'))
  expect([...told, ...refused].toSorted()).toEqual(preview.map(own).toSorted())
  expect(previewRoutes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(told.toSorted())
})

test.for(Object.entries(calls))(
  "the SDK's call %s is answered as the document says",
  async ([operation, [status, call]]) => {
    const scene = await openScene()
    const { opencode } = scene
    const misses = opencode.misses.length
    let text = ''
    const keeping: typeof fetch = async (input, init) => {
      const response = await opencode.fetch(input, init)
      text = await response.clone().text()
      return response
    }
    const { response } = await call(createOpencodeClient({ baseUrl: opencode.url, fetch: keeping }), scene)
    expect(response?.status).toBe(status)
    const [method = ''] = operation.split(' ')
    const path = new URL(opencode.url + (opencode.requests.at(-1)?.path ?? '')).pathname
    const body: unknown = text === '' ? null : JSON.parse(text)
    expect(answerFaults(method, path, { status, body })).toEqual([])
    expect(opencode.misses).toHaveLength(misses)
    expect(JSON.stringify(opencode.requests)).not.toContain('sk-secret')
  },
)

test("the SDK's subscription has every event of a run, each as the document says", async () => {
  const opencode = fakeOpencode({
    script: [['Hm.', toolCall('bash', { command: 'ls' }, 'a.txt\n')], { reasoning: 'r', text: 'Done.' }],
  })
  const { v2 } = createOpencodeClient({ baseUrl: opencode.url, fetch: opencode.fetch })
  const abort = new AbortController()
  const { stream } = await v2.event.subscribe({ signal: abort.signal })
  const events: unknown[] = [(await stream.next()).value]
  const reading = (async () => {
    for await (const event of stream) events.push(event)
  })()
  await run(opencode, await newSession(opencode), 'hi')
  await expect
    .poll(() => events.map((event) => Object(event).type).filter((type) => type.endsWith('step.ended')))
    .toHaveLength(2)
  abort.abort()
  await reading.catch(() => undefined)
  expect(events.map((event) => Object(event).type).slice(0, 4)).toEqual([
    'server.connected',
    'session.created',
    'session.next.prompt.admitted',
    'session.next.prompted',
  ])
  for (const event of events.slice(1)) expect(schemaFaults('V2Event', event)).toEqual([])
})

test("the SDK's stream of a session begins with what is kept", async () => {
  const opencode = fakeOpencode()
  const sessionID = await newSession(opencode)
  await run(opencode, sessionID, 'hi')
  const { v2 } = createOpencodeClient({ baseUrl: opencode.url, fetch: opencode.fetch })
  const abort = new AbortController()
  const { stream } = await v2.session.events({ sessionID, after: '3' }, { signal: abort.signal })
  expect((await stream.next()).value).toMatchObject({ type: 'session.next.text.started', durable: { seq: 4 } })
  abort.abort()
})

test("the SDK's file read gives the file's text", async () => {
  const { opencode } = await openScene()
  const { v2 } = createOpencodeClient({ baseUrl: opencode.url, fetch: opencode.fetch })
  // The document's path has a star in it, and so has the SDK's.
  const { response } = await v2.fs.read()
  expect([response?.status, opencode.requests.at(-1)?.path]).toEqual([200, '/api/fs/read/*'])
})
