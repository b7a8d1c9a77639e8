import { DEFAULT_MODEL, fakeOpencode, type FakeOpencode } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { call, createSession, prompt, promptAsync } from '../api.ts'
import { turns } from '../until.ts'
import { v1Messages } from '../v1-messages.ts'

afterEach(() => {
  vi.useRealTimers()
})

const titles = async (opencode: FakeOpencode, query = '', init?: RequestInit): Promise<readonly string[]> =>
  [(await call(opencode, 'GET', `/session${query}`, undefined, init)).body]
    .flat()
    .map((session) => String(Reflect.get(Object(session), 'title')))

/** Sessions with these titles, each made and updated one second after the one before. */
async function withSessions(opencode: FakeOpencode, names: readonly string[]): Promise<readonly string[]> {
  vi.useFakeTimers({ toFake: ['Date'] })
  const ids: string[] = []
  for (const title of names) {
    vi.setSystemTime(Date.now() + 1000)
    ids.push(await createSession(opencode, { title }))
  }
  vi.setSystemTime(Date.now() + 1000)
  return ids
}

test('a new session has what the client chose, and zeros', async () => {
  const opencode = fakeOpencode()
  const body = {
    title: 'Mine',
    agent: 'plan',
    model: { id: 'm', providerID: 'p' },
    metadata: { a: 1 },
    unknownField: true,
  }
  const { body: session } = await call(opencode, 'POST', '/session', body)
  expect(session).toEqual({
    id: expect.stringMatching(/^ses_/),
    slug: expect.any(String),
    version: '1.18.33',
    projectID: expect.any(String),
    directory: '/fake/project',
    path: '',
    title: 'Mine',
    agent: 'plan',
    model: { id: 'm', providerID: 'p' },
    cost: 0,
    tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
    metadata: { a: 1 },
    time: { created: expect.any(Number), updated: expect.any(Number) },
  })
  expect([...opencode.sessions.values()]).toEqual([session])
  expect(opencode.events).toMatchObject([{ type: 'session.created', properties: { info: session } }])
})

test('a session without a title is called New session, with the time', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode, { title: undefined })
  expect(opencode.sessions.get(session)?.title).toMatch(/^New session - \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the first prompt of an untitled session gives it a title, and takes no reply of the script', async () => {
  const opencode = fakeOpencode({ script: ['one', 'two'] })
  const session = await createSession(opencode, { title: undefined })
  await prompt(opencode, session, 'hi')
  expect(opencode.sessions.get(session)?.title).toBe('Fake Title From LLM')
  await call(opencode, 'PATCH', `/session/${session}`, { title: 'New session - mine' })
  await prompt(opencode, session, 'hi')
  expect(opencode.sessions.get(session)?.title).toBe('New session - mine')
  expect(opencode.runs.map(({ text }) => text)).toEqual(['one', 'two'])
})

test('a child session gets no title of the model', async () => {
  const opencode = fakeOpencode()
  const parentID = await createSession(opencode)
  const child = await createSession(opencode, { title: undefined, parentID })
  await prompt(opencode, child, 'hi')
  expect(opencode.sessions.get(child)).toMatchObject({ parentID, title: expect.stringMatching(/^New session - /) })
})

test('a prompt settles the agent and the model of the session: build and the default model', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode, { agent: 'plan' })
  await prompt(opencode, session, 'hi')
  expect(opencode.sessions.get(session)).toMatchObject({
    agent: 'build',
    model: { ...DEFAULT_MODEL, variant: 'default' },
  })
})

test('a prompt uses the model of its session, until a prompt names another', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode, { model: { id: 'm', providerID: 'p' } })
  const models = (): unknown =>
    v1Messages(opencode, session)?.map(({ info }) =>
      info.role === 'assistant' ? `${info.providerID}/${info.modelID}` : undefined,
    )
  await prompt(opencode, session, 'hi')
  await prompt(opencode, session, 'hi', { model: { providerID: 'p2', modelID: 'm2' }, agent: 'plan' })
  await prompt(opencode, session, 'hi')
  expect(models()).toEqual([undefined, 'p/m', undefined, 'p2/m2', undefined, 'p2/m2'])
  expect(opencode.sessions.get(session)?.agent).toBe('build')
})

test('lists sessions by their last update, the newest first', async () => {
  const opencode = fakeOpencode()
  const [first = ''] = await withSessions(opencode, ['one', 'two', 'three'])
  expect(await titles(opencode)).toEqual(['three', 'two', 'one'])
  await prompt(opencode, first, 'hi')
  expect(await titles(opencode)).toEqual(['one', 'three', 'two'])
})

test('lists sessions of the same ms by their ids, the newest first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const opencode = fakeOpencode()
  for (const title of ['one', 'two', 'three']) await createSession(opencode, { title })
  expect(await titles(opencode)).toEqual(['three', 'two', 'one'])
})

test.for([
  ['?limit=2', ['Last one', 'two words']],
  ['?limit=10', ['Last one', 'two words', 'one']],
  ['?search=ONE', ['Last one', 'one']],
  ['?search=wo%20w', ['two words']],
  ['?search=none', []],
  ['?search=one&limit=1', ['Last one']],
  ['?roots=true', ['two words', 'one']],
  ['?roots=false', ['Last one', 'two words', 'one']],
])('GET /session%s lists %j', async ([query, expected]) => {
  const opencode = fakeOpencode()
  const [parentID] = await withSessions(opencode, ['one', 'two words'])
  vi.setSystemTime(Date.now() + 1000)
  await createSession(opencode, { title: 'Last one', parentID })
  expect(await titles(opencode, String(query))).toEqual(expected)
})

test.for(['abc', '-1', ''])('a limit of "%s" is refused with a 400', async (limit) => {
  const opencode = fakeOpencode()
  await createSession(opencode)
  expect((await call(opencode, 'GET', `/session?limit=${limit}`)).status).toBe(limit === '' ? 200 : 400)
})

test('lists the sessions of one directory, by query or by header', async () => {
  const opencode = fakeOpencode()
  await createSession(opencode, { title: 'here' })
  await createSession(opencode, { title: 'there' }, '/session?directory=/there')
  expect(await titles(opencode)).toEqual(['here'])
  expect(await titles(opencode, '?directory=/there')).toEqual(['there'])
  expect(await titles(opencode, '', { headers: { 'x-opencode-directory': '/there' } })).toEqual(['there'])
  expect(await titles(opencode, '?directory=/nowhere')).toEqual([])
})

test.for<[header: string, directory: string]>([
  ['/there', '/there'],
  ['/th%C3%A9r%C3%A8', '/thérè'],
  ['%2Fthere%20too', '/there too'],
  ['/100%25', '/100%'],
  ['/100%', '/100%'],
])('the header x-opencode-directory %s is the directory %s', async ([header, directory]) => {
  const opencode = fakeOpencode()
  const init = { headers: { 'x-opencode-directory': header } }
  const { body } = await call(opencode, 'POST', '/session', {}, init)
  expect(body).toMatchObject({ directory })
})

test('a session is reached by its id from every directory', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode, { title: 'there' }, '/session?directory=/there')
  expect((await call(opencode, 'GET', `/session/${session}`)).body).toMatchObject({ title: 'there' })
  await prompt(opencode, session, 'hi')
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

test('an update changes what it names, and is one event', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode, { title: 'before', metadata: { a: 1 } })
  const { body } = await call(opencode, 'PATCH', `/session/${session}`, { title: 'after' })
  expect(body).toMatchObject({ id: session, title: 'after', metadata: { a: 1 } })
  expect(body).toEqual(opencode.sessions.get(session))
  expect(opencode.events.slice(1)).toMatchObject([
    { type: 'session.updated', properties: { info: { title: 'after' } } },
  ])
})

test('only metadata moves the time of the last update', async () => {
  // captures/1.18.33/15a-update-title.json
  const opencode = fakeOpencode()
  const [session = ''] = await withSessions(opencode, ['one'])
  const { time } = opencode.sessions.get(session) ?? {}
  const update = async (body: object): Promise<unknown> =>
    Reflect.get(Object((await call(opencode, 'PATCH', `/session/${session}`, body)).body), 'time')
  expect(await update({ title: 'after' })).toEqual(time)
  expect(await update({ time: { archived: 5 } })).toEqual({ ...time, archived: 5 })
  expect(await update({})).toEqual({ ...time, archived: 5 })
  expect(await update({ metadata: { a: 1 } })).toEqual({ ...time, archived: 5, updated: Date.now() })
})

test('deletes a session with its children, the children first', async () => {
  const opencode = fakeOpencode()
  const parentID = await createSession(opencode)
  const child = await createSession(opencode, { parentID })
  const grandchild = await createSession(opencode, { parentID: child })
  const other = await createSession(opencode)
  const { status, body } = await call(opencode, 'DELETE', `/session/${parentID}`)
  expect([status, body]).toEqual([200, true])
  expect([...opencode.sessions.keys()]).toEqual([other])
  const deleted = opencode.events.filter(({ type }) => type === 'session.deleted')
  expect(deleted.map(({ properties }) => properties['sessionID'])).toEqual([grandchild, child, parentID])
  expect((await call(opencode, 'GET', `/session/${child}`)).status).toBe(404)
  expect((await call(opencode, 'DELETE', `/session/${parentID}`)).status).toBe(404)
})

test('what works in a session that is deleted stops, and says nothing more', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'one two three', cut: { after: 1, how: 'hang' } }] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await expect.poll(() => opencode.events.map(({ type }) => type)).toContain('message.part.delta')
  await call(opencode, 'DELETE', `/session/${session}`)
  await prompted
  await turns()
  expect(opencode.events.at(-1)?.type).toBe('session.deleted')
})

test('a session that is deleted before its work begins is never worked on', async () => {
  const opencode = fakeOpencode({ script: ['one'] })
  const session = await createSession(opencode)
  const prompted = promptAsync(opencode, session, 'hi')
  const deleted = call(opencode, 'DELETE', `/session/${session}`)
  await Promise.all([prompted, deleted])
  await turns()
  expect(opencode.events.at(-1)?.type).toBe('session.deleted')
  expect(opencode.remaining).toBe(1)
})
