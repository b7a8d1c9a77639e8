import { createOpencodeClient } from '@opencode-ai/sdk'
import { createOpencodeClient as createV2Client } from '@opencode-ai/sdk/v2'
import { fakeOpencode } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { EventHub } from '../../src/opencode/event-hub.ts'
import { courseOf } from '../opencode/api.ts'

// The clients are unmodified, and reach the fake over the installed network.

const baseUrl = 'http://localhost:4096'
const parts = [{ type: 'text' as const, text: 'hi' }]
const throwOnError = true as const

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the v1 client runs a session from its creation to its end', async () => {
  const opencode = fakeOpencode({ script: ['one', { text: 'two', cut: 'hang' }] })
  const { session } = createOpencodeClient({ baseUrl, throwOnError })
  const { data: created } = await session.create({ body: { title: 'before' }, throwOnError })
  const path = { id: created.id }
  expect((await session.get({ path, throwOnError })).data).toEqual(created)
  expect((await session.update({ path, body: { title: 'after' }, throwOnError })).data.title).toBe('after')
  expect((await session.list({ throwOnError })).data.map(({ title }) => title)).toEqual(['after'])

  const { data: answer } = await session.prompt({ path, body: { parts, agent: 'plan' }, throwOnError })
  expect(answer.parts.find((part) => part.type === 'text')?.text).toBe('one')
  const { data: messages } = await session.messages({ path, throwOnError })
  expect(messages.map(({ info }) => info.role)).toEqual(['user', 'assistant'])
  expect((await session.messages({ path, query: { limit: 1 }, throwOnError })).data).toEqual(messages.slice(1))
  const byID = { ...path, messageID: answer.info.id }
  expect((await session.message({ path: byID, throwOnError })).data).toEqual(messages[1])

  await session.promptAsync({ path, body: { parts }, throwOnError })
  await expect
    .poll(async () => (await session.status({ throwOnError })).data)
    .toEqual({ [created.id]: { type: 'busy' } })
  expect((await session.abort({ path, throwOnError })).data).toBe(true)
  expect((await session.status({ throwOnError })).data).toEqual({})
  expect((await session.delete({ path, throwOnError })).data).toBe(true)
  expect((await session.list({ throwOnError })).data).toEqual([])
  expect(opencode.runs.map(({ outcome }) => outcome)).toEqual(['succeeded', 'interrupted'])
  expect(opencode.misses).toEqual([])
})

test('the v2 client runs a session from its creation to its end', async () => {
  const opencode = fakeOpencode({ script: ['one', { text: 'two', cut: 'hang' }] })
  const { session } = createV2Client({ baseUrl, throwOnError })
  const { data: created } = await session.create({ title: 'before', metadata: { a: 1 } }, { throwOnError })
  const sessionID = created.id
  expect((await session.get({ sessionID }, { throwOnError })).data).toEqual(created)
  expect((await session.update({ sessionID, title: 'after' }, { throwOnError })).data.title).toBe('after')
  expect((await session.list({ roots: true, limit: 5 }, { throwOnError })).data.map(({ title }) => title)).toEqual([
    'after',
  ])

  const { data: answer } = await session.prompt(
    { sessionID, parts, variant: 'high', tools: { bash: false } },
    { throwOnError },
  )
  expect(answer.parts.find((part) => part.type === 'text')?.text).toBe('one')
  const { data: messages } = await session.messages({ sessionID }, { throwOnError })
  expect(messages.map(({ info }) => info.role)).toEqual(['user', 'assistant'])
  expect((await session.messages({ sessionID, limit: 1 }, { throwOnError })).data).toEqual(messages.slice(1))
  expect((await session.message({ sessionID, messageID: answer.info.id }, { throwOnError })).data).toEqual(messages[1])

  await session.promptAsync({ sessionID, parts }, { throwOnError })
  await expect
    .poll(async () => (await session.status({}, { throwOnError })).data)
    .toEqual({ [sessionID]: { type: 'busy' } })
  expect((await session.abort({ sessionID }, { throwOnError })).data).toBe(true)
  expect((await session.delete({ sessionID }, { throwOnError })).data).toBe(true)
  expect(opencode.runs.map(({ outcome }) => outcome)).toEqual(['succeeded', 'interrupted'])
  expect(opencode.misses).toEqual([])
})

const named = (list: readonly { name: string }[]): readonly string[] => list.map(({ name }) => name)

test('the clients read what else the fake serves', async () => {
  const opencode = fakeOpencode({ mcpServers: { github: 'connected' } })
  const v1 = createOpencodeClient({ baseUrl, throwOnError })
  const v2 = createV2Client({ baseUrl, throwOnError })
  expect(named((await v1.app.agents({ throwOnError })).data)).toEqual(['build', 'plan'])
  expect(named((await v2.app.agents({}, { throwOnError })).data)).toEqual(['build', 'plan'])
  const connected = { github: { status: 'connected' } }
  expect([(await v1.mcp.status({ throwOnError })).data, (await v2.mcp.status({}, { throwOnError })).data]).toEqual([
    connected,
    connected,
  ])
  expect((await v1.path.get({ throwOnError })).data.directory).toBe('/fake/project')
  expect((await v2.project.current({}, { throwOnError })).data.worktree).toBe('/fake/project')
  expect((await v1.config.providers({ throwOnError })).data.default).toMatchObject({ fake: 'fake-model' })
  expect((await v2.global.health({ throwOnError })).data).toEqual({ healthy: true, version: '1.18.33' })
  expect(opencode.misses).toEqual([])
})

test("the clients' errors are the server's", async () => {
  fakeOpencode()
  const message = 'Session not found: ses_unknown'
  const v1 = await createOpencodeClient({ baseUrl }).session.get({ path: { id: 'ses_unknown' } })
  expect([v1.error, v1.response.status]).toEqual([{ name: 'NotFoundError', data: { message } }, 404])
  const v2 = await createV2Client({ baseUrl }).session.get({ sessionID: 'ses_unknown' })
  expect([v2.error, v2.response?.status]).toEqual([{ name: 'NotFoundError', data: { message } }, 404])
})

test('what the fake does not serve is refused by the v2 client, as on the real server', async () => {
  const opencode = fakeOpencode()
  await expect(createV2Client({ baseUrl }).pty.create()).rejects.toThrow('Server responded with text/html')
  expect(opencode.misses.map(({ request }) => request?.path)).toEqual(['/pty'])
})

type Stream = AsyncGenerator<{ type?: string; payload?: { type?: string } }, unknown>

const subscriptions: Record<string, (directory?: string) => Promise<Stream>> = {
  'the v1 client on /event': async (directory) =>
    (await createOpencodeClient({ baseUrl, ...(directory !== undefined && { directory }) }).event.subscribe())
      .stream as Stream,
  'the v2 client on /event': async (directory) =>
    (await createV2Client({ baseUrl, ...(directory !== undefined && { directory }) }).event.subscribe())
      .stream as Stream,
  'the v1 client on /global/event': async () =>
    (await createOpencodeClient({ baseUrl }).global.event()).stream as Stream,
  'the v2 client on /global/event': async () => (await createV2Client({ baseUrl }).global.event()).stream as Stream,
}

const promptOne = async (): Promise<void> => {
  const { session } = createOpencodeClient({ baseUrl })
  const { data } = await session.create({ body: { title: 'x' }, throwOnError })
  await session.promptAsync({ path: { id: data.id }, body: { parts } })
}

test.for(Object.entries(subscriptions))('%s sees a prompt to its idle', async ([, subscribe]) => {
  const opencode = fakeOpencode()
  const stream = await subscribe()
  const types: (string | undefined)[] = []
  const read = async (): Promise<void> => {
    for await (const { type, payload } of stream) {
      types.push(type ?? payload?.type)
      if (types.at(-1) === 'server.connected') void promptOne()
      if (types.at(-1) === 'session.idle') return
    }
  }
  await read()
  expect(types.slice(0, 2)).toEqual(['server.connected', 'session.created'])
  expect(types).toContain('message.part.delta')
  expect(opencode.misses).toEqual([])
})

test.for(Object.entries(subscriptions))(
  '%s that breaks out of the stream leaves nothing open when the fake is closed',
  async ([, subscribe]) => {
    const opened = vi.spyOn(EventHub.prototype, 'open')
    const opencode = fakeOpencode()
    const stream = await subscribe()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for await (const event of stream) {
      expect(event).toBeDefined()
      break
    }
    const [body] = opened.mock.results.map(({ value }) => value)
    // The SDK only lets go of its reader: the connection stays open for as long as the server does.
    expect(body).toMatchObject({ closed: false })
    await opencode.close()
    expect(body).toMatchObject({ closed: true })
    // It would come again after some seconds, and again, if the connection had broken instead of ended.
    await vi.advanceTimersByTimeAsync(600_000)
    expect([opencode.requests.length, vi.getTimerCount()]).toEqual([1, 0])
  },
)

test.for(Object.entries(subscriptions).slice(0, 2))(
  '%s ends its loop when the fake is closed',
  async ([, subscribe]) => {
    const opencode = fakeOpencode()
    const stream = await subscribe()
    const types: (string | undefined)[] = []
    for await (const { type } of stream) {
      types.push(type)
      void opencode.close()
    }
    expect(types).toEqual(['server.connected'])
  },
)

test.for(Object.entries(subscriptions).slice(0, 2))(
  '%s hears the directory it was made for, whatever its letters',
  async ([, subscribe]) => {
    // The SDK sends the directory as an encoded header here, and in the query of other requests.
    const opencode = fakeOpencode()
    const directory = '/home/me/été & co'
    const stream = await subscribe(directory)
    await stream.next()
    const { session } = createV2Client({ baseUrl, directory })
    const { data } = await session.create({ title: 'there' }, { throwOnError })
    expect(data.directory).toBe(directory)
    expect((await stream.next()).value).toMatchObject({ type: 'session.created', properties: { info: { directory } } })
    await session.prompt({ sessionID: data.id, parts }, { throwOnError })
    expect(opencode.misses).toEqual([])
    expect((await session.list({}, { throwOnError })).data).toHaveLength(1)
  },
)

test(
  '200 sessions of an SDK client at once keep their answers and their events apart',
  { timeout: 60_000 },
  async () => {
    const opencode = fakeOpencode({ reply: (text) => `answer to ${text}` })
    const client = createV2Client({ baseUrl, throwOnError })
    const { stream } = await client.event.subscribe()
    const courses = new Map<string, unknown[]>()
    const reading = (async (): Promise<void> => {
      let idle = 0
      for await (const event of stream) {
        const sessionID = 'sessionID' in event.properties ? String(event.properties.sessionID) : ''
        courses.set(sessionID, [...(courses.get(sessionID) ?? []), event])
        if (event.type === 'session.idle') idle += 1
        if (idle === 200) return
      }
    })()
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_unused, index) => {
        const { data } = await client.session.create({ title: `session ${index}` }, { throwOnError })
        const text = `prompt ${index}`
        const { data: answer } = await client.session.prompt(
          { sessionID: data.id, parts: [{ type: 'text', text }] },
          { throwOnError },
        )
        return [data.id, answer.info.sessionID, answer.parts.find((part) => part.type === 'text')?.text]
      }),
    )
    await reading
    for (const [index, [id, of, text]] of answers.entries()) {
      expect([of, text]).toEqual([id, `answer to prompt ${index}`])
      const own = (courses.get(String(id)) ?? []) as typeof opencode.events
      expect(courseOf(own)).toEqual(['busy', 'busy', 'completed stop', 'busy', 'idle'])
    }
  },
)
