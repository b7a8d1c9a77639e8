import { fakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt } from '../api.ts'
import { readStream } from '../read-stream.ts'
import { ask, idle, newSession, run, send, told } from './preview-calls.ts'

test('both APIs of a server have the same sessions, and each its own messages', async () => {
  // captures/1.18.33-api/16d-v1-run-seen-by-v2.json and 16e-v2-seen-by-v1.json
  const opencode = fakeOpencode()
  const ofV1 = await createSession(opencode)
  await prompt(opencode, ofV1, 'hi')
  const ofPreview = await newSession(opencode)
  await run(opencode, ofPreview, 'hi')
  expect([...opencode.sessions.keys()]).toEqual([ofV1, ofPreview])
  expect((await ask(opencode, 'GET', `/api/session/${ofV1}/message`)).body).toMatchObject({ data: [] })
  expect((await ask(opencode, 'GET', `/api/session/${ofV1}`)).body).toMatchObject({ data: { cost: 0.001 } })
  expect((await call(opencode, 'GET', `/session/${ofPreview}/message`)).body).toEqual([])
  expect((await call(opencode, 'GET', '/session/status')).body).toEqual({})
  expect(opencode.messages.get(ofPreview)?.map(({ type }) => type)).toEqual(['user', 'assistant'])
  expect(opencode.sessions.get(ofPreview)).toMatchObject({ id: ofPreview, cost: 0 })
  expect(opencode.runs).toHaveLength(2)
})

test("the first status of a run on v1 ends the preview's streams, cleanly", async () => {
  // seen on a real server; captures/1.18.33-api/16d-v1-run-seen-by-v2.json ends there too
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/api/event')
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(await stream.ended).toBe('ended')
  expect(stream.frames.map(({ type }) => type)).not.toContain('session.status')
})

test('a stream begins with a comment behind the connected frame, and each heartbeat is one', async () => {
  // captures/1.18.33-api/14-framing.json; facts/opencode-1x-preview-api.md section 1
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/api/event')
  opencode.heartbeat()
  const [connected] = stream.frames
  await expect
    .poll(stream.text, { interval: 2 })
    .toBe(`data: ${JSON.stringify(connected)}\n\n: heartbeat\n\n: heartbeat\n\n`)
  expect(connected).toMatchObject({ type: 'server.connected', data: {} })
  await stream.leave()
})

test("a session's stream has no answer at all before there is something to tell", async () => {
  const opencode = fakeOpencode()
  const session = await newSession(opencode)
  let answered = false
  const opening = readStream(opencode, `/api/session/${session}/event`).then((stream) => {
    answered = true
    return stream
  })
  await ask(opencode, 'GET', '/api/health')
  expect([answered, opencode.openStreams]).toEqual([false, 1])
  await run(opencode, session, 'hi')
  const stream = await opening
  expect(Object.fromEntries(stream.response.headers)).toEqual({ 'content-type': 'text/event-stream', vary: 'Origin' })
  expect(stream.frames[0]).toMatchObject({ type: 'session.next.prompt.admitted', durable: { seq: 1 } })
  expect(stream.frames[0]).not.toHaveProperty('location')
  await stream.leave()
  expect(opencode.openStreams).toBe(0)
})

test('a client that leaves before the first event leaves nothing open', async () => {
  const opencode = fakeOpencode()
  const session = await newSession(opencode)
  const abort = new AbortController()
  const opening = opencode.fetch(`${opencode.url}/api/session/${session}/event`, { signal: abort.signal })
  await expect.poll(() => opencode.openStreams, { interval: 2 }).toBe(1)
  abort.abort()
  await expect(opening).rejects.toThrow(/abort/)
  await expect.poll(() => opencode.openStreams, { interval: 2 }).toBe(0)
})

test('a fake that closes answers who still waits for a first event', async () => {
  const opencode = fakeOpencode()
  const session = await newSession(opencode)
  const opening = opencode.fetch(`${opencode.url}/api/session/${session}/event`)
  await expect.poll(() => opencode.openStreams, { interval: 2 }).toBe(1)
  await opencode.close()
  expect(await (await opening).text()).toBe('')
})

test("cuts the preview's streams, holds its events and sends those of a test", async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/api/event')
  const release = opencode.hold('session.next.step.ended')
  await run(opencode, await newSession(opencode), 'hi')
  expect(told(opencode).at(-1)).toBe('text.ended')
  release()
  expect(told(opencode).at(-1)).toBe('step.ended')
  const sent = opencode.emit({ type: 'catalog.updated', properties: { a: 1 } })
  await stream.until(({ id }) => id === sent.id)
  expect(stream.frames.at(-1)).toEqual({
    id: sent.id,
    type: 'catalog.updated',
    location: { directory: '/fake/project' },
    data: { a: 1 },
  })
  expect(opencode.cutStreams('reset')).toBe(1)
  expect(await stream.ended).toMatchObject({ message: expect.any(String) })
})

test('rules of fail() answer calls of the preview, which change nothing then', async () => {
  const opencode = fakeOpencode()
  const session = await newSession(opencode)
  opencode.fail('POST', /\/api\/session\/.*\/prompt/, { status: 500, body: { _tag: 'UnknownError' } })
  expect((await send(opencode, session, 'hi')).status).toBe(500)
  expect(opencode.prompts).toEqual([])
  expect((await send(opencode, session, 'hi')).status).toBe(200)
  await idle(opencode)
})

test.for(['/api/mcp', '/api/nosuch'])('%s is the web page and a miss, as it is no route', async (path) => {
  const opencode = fakeOpencode()
  const { status, headers } = await ask(opencode, 'GET', path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html'])
  expect(opencode.misses).toMatchObject([
    { kind: 'route', message: expect.stringContaining(`GET ${path} is no endpoint`) },
  ])
})

test('/api/info is the web page and no miss, as it asks whether this is 2.x', async () => {
  const opencode = fakeOpencode()
  const { status, headers } = await ask(opencode, 'GET', '/api/info')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html'])
  expect(opencode.misses).toEqual([])
})

test('a HEAD is a GET without its body', async () => {
  const { status, body, headers } = await ask(fakeOpencode(), 'HEAD', '/api/health')
  expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', null])
})

test('agents and commands of the options are listed, and an agent that was added shows after its polls', async () => {
  const opencode = fakeOpencode({
    agents: ['build', { name: 'reviewer', mode: 'subagent', prompt: 'Review.' }],
    commands: { deploy: { template: 'Deploy $1', model: 'deepseek/deepseek-flash' } },
    permissions: { bash: 'ask' },
  })
  opencode.addAgent('late', { afterPolls: 1 })
  const ids = async (): Promise<readonly string[]> =>
    Object((await ask(opencode, 'GET', '/api/agent')).body).data.map((agent: unknown) => Object(agent).id)
  expect(await ids()).toEqual(['build', 'reviewer'])
  expect(await ids()).toEqual(['build', 'reviewer', 'late'])
  expect((await ask(opencode, 'GET', '/api/agent')).body).toMatchObject({
    data: [{}, { id: 'reviewer', mode: 'subagent', system: 'Review.', hidden: false }, {}],
  })
  const { body } = await ask(opencode, 'GET', '/api/command')
  expect(Object(body).data.at(-1)).toEqual({
    name: 'deploy',
    template: 'Deploy $1',
    model: { id: 'deepseek-flash', providerID: 'deepseek' },
  })
  await run(opencode, await newSession(opencode), 'hi')
  expect(opencode.sentPrompts[0]).toMatchObject({
    agent: 'build',
    model: { providerID: 'fake', modelID: 'fake-model' },
  })
})

test('a session that is deleted stops to work on its prompts', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'a b', cut: { after: 1, how: 'hang' } }] })
  const session = await newSession(opencode)
  await send(opencode, session, 'hi')
  await expect.poll(() => told(opencode), { interval: 2 }).toContain('text.delta')
  await call(opencode, 'DELETE', `/session/${session}`)
  await idle(opencode)
  expect(told(opencode).at(-1)).toBe('text.delta')
  expect((await ask(opencode, 'GET', `/api/session/${session}`)).status).toBe(404)
})

test('two fakes with a fixed clock tell the same', async () => {
  const first = fakeOpencode({ clock: 'fixed' })
  await run(first, await newSession(first), 'hi')
  const second = fakeOpencode({ clock: 'fixed' })
  await run(second, await newSession(second), 'hi')
  expect(second.events).toEqual(first.events)
})

test('keeps the newest events and requests alone where it is told to', async () => {
  const opencode = fakeOpencode({ record: 2 })
  await run(opencode, await newSession(opencode), 'hi')
  expect(opencode.events.map(({ type }) => type)).toEqual(['session.next.text.ended', 'session.next.step.ended'])
  expect(opencode.requests).toHaveLength(2)
})

test('names a listener of v1 that hears nothing of a session elsewhere', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  await run(opencode, await newSession(opencode, { location: { directory: '/elsewhere' } }), 'hi')
  expect(opencode.misses).toMatchObject([{ kind: 'stream', message: expect.stringContaining('/elsewhere') }])
  await stream.leave()
})

test('pages of sessions lead to one another, with what the first one asked for', async () => {
  const opencode = fakeOpencode({ clock: 'fixed' })
  const ids = []
  for (let count = 0; count < 3; count += 1) ids.push(await newSession(opencode))
  await createSession(opencode, { title: 'other' })
  const page = async (
    query: string,
  ): Promise<{ readonly ids: readonly string[]; readonly cursor: { next: string; previous: string } }> => {
    const { body } = await ask(opencode, 'GET', `/api/session?limit=2&${query}`)
    const { data, cursor } = Object(body)
    return { ids: data.map((session: unknown) => Object(session).id), cursor }
  }
  const first = await page('search=new&order=asc')
  expect(first.ids).toEqual(ids.slice(0, 2))
  const second = await page(`cursor=${first.cursor.next}`)
  expect(second.ids).toEqual(ids.slice(2))
  expect((await page(`cursor=${second.cursor.previous}`)).ids).toEqual(ids.slice(0, 2))
  expect(await page(`cursor=${second.cursor.next}`)).toEqual({ ids: [], cursor: { previous: null, next: null } })
})

test('a prompt that is sent again is known, and one that takes its id is refused', async () => {
  const opencode = fakeOpencode()
  const session = await newSession(opencode)
  const id = 'msg_mine'
  const first = await send(opencode, session, 'hi', { id })
  expect(await send(opencode, session, 'hi', { id })).toMatchObject({ status: 200 })
  expect((await send(opencode, session, 'other', { id })).status).toBe(409)
  await idle(opencode)
  expect(first.body).toMatchObject({ data: { id, admittedSeq: 1 } })
  expect(opencode.prompts).toEqual(['hi'])
  await expect(opencode.waitForPrompt()).resolves.toMatchObject({ text: 'hi', promptID: id })
})
