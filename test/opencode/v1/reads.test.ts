import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { readRecording } from '../../fixtures/read-recording.ts'
import { call, createSession, promptAsync } from '../api.ts'
import { deferred } from '../deferred.ts'

const recorded = readRecording('13-gets')
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

test('lists the one model that the test prices', async () => {
  const prices = { mine: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 } }
  expect(await get(fakeOpencode({ prices }), '/config/providers')).toMatchObject({
    providers: [
      { id: 'fake' },
      { id: 'deepseek', models: { mine: { cost: { input: 1, output: 2, cache: { read: 3, write: 4 } } } } },
    ],
    default: { fake: 'fake-model', deepseek: 'mine' },
  })
})

test('lists no provider of models where the test prices none', async () => {
  expect(await get(fakeOpencode({ prices: {} }), '/config/providers')).toMatchObject({
    providers: [{ id: 'fake', models: { 'fake-model': {} } }],
    default: { fake: 'fake-model' },
  })
})

const shape = (body: unknown): unknown => [body].flat().map((entry) => Object.keys(Object(entry)).toSorted())

test.for(['/path', '/project/current', '/project'])('%s has the keys of the real answer', async (path) => {
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

test.for<[query: string, init: RequestInit]>([
  ['?directory=', {}],
  ['', { headers: { 'x-opencode-directory': '' } }],
])('takes an empty directory for none: %j', async ([query, init]) => {
  expect(await get(fakeOpencode(), `/path${query}`, init)).toMatchObject({ directory: '/fake/project' })
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
