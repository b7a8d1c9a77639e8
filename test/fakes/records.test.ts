import { fakeOpencode, httpError, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt, promptAsync } from '../opencode/api.ts'
import { deferred } from '../opencode/deferred.ts'
import { until } from '../opencode/until.ts'
import { v1Messages } from '../opencode/v1-messages.ts'

test('sessions and messages are what the routes answer', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect([...opencode.sessions.keys()]).toEqual([session])
  expect((await call(opencode, 'GET', `/session/${session}`)).body).toEqual(opencode.sessions.get(session))
  expect((await call(opencode, 'GET', `/session/${session}/message`)).body).toEqual(v1Messages(opencode, session))
})

test('what was read of a record does not grow later', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  const { events, requests, misses, prompts, sentPrompts, runs, sessions, messages } = opencode
  await prompt(opencode, session, 'hi')
  await call(opencode, 'GET', '/no/such/route')
  expect([events.length, requests.length, misses.length, prompts.length, sentPrompts.length, runs.length]).toEqual([
    1, 1, 0, 0, 0, 0,
  ])
  expect([sessions.get(session)?.cost, messages.get(session)]).toEqual([0, []])
})

test('an event keeps what it said, whatever happens later', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode, { title: 'before' })
  const [created] = opencode.events
  await call(opencode, 'PATCH', `/session/${session}`, { title: 'after', metadata: { a: 1 } })
  await prompt(opencode, session, 'hi')
  expect(created?.properties['info']).toMatchObject({ title: 'before', cost: 0 })
})

test('prompts are the texts that clients sent, sentPrompts all they chose', async () => {
  const opencode = fakeOpencode()
  const [first, second] = [await createSession(opencode), await createSession(opencode)]
  const model = { providerID: 'deepseek', modelID: 'deepseek-flash' }
  const file = { type: 'file', mime: 'text/plain', url: 'file:///x' }
  const parts = [{ type: 'text', text: 'one' }, file, { type: 'text', text: 'two' }]
  await prompt(opencode, second, '', { parts, agent: 'plan', model })
  await prompt(opencode, first, 'three', { noReply: true })
  await prompt(opencode, first, '', { parts: [file] })
  expect(opencode.prompts).toEqual(['one\ntwo', 'three', ''])
  const ids = [second, first, first].map(
    (session, index) => v1Messages(opencode, session)?.[index === 2 ? 1 : 0]?.info.id,
  )
  expect(opencode.sentPrompts).toEqual([
    { text: 'one\ntwo', sessionID: second, promptID: ids[0], agent: 'plan', model, parts },
    { text: 'three', sessionID: first, promptID: ids[1], parts: [{ type: 'text', text: 'three' }] },
    { text: '', sessionID: first, promptID: ids[2], parts: [file] },
  ])
})

test('each prompt that starts work is a run, in the order they started', async () => {
  const opencode = fakeOpencode({ script: ['one', httpError(402), 'three'] })
  const [first, second] = [await createSession(opencode), await createSession(opencode)]
  expect([opencode.runs, opencode.lastRun]).toEqual([[], undefined])
  await prompt(opencode, first, 'a')
  await prompt(opencode, second, 'b')
  await prompt(opencode, first, 'c')
  expect(opencode.runs.map(({ session, text, outcome }) => [session?.id, text, outcome])).toEqual([
    [first, 'one', 'succeeded'],
    [second, '', 'failed'],
    [first, 'three', 'succeeded'],
  ])
  expect(opencode.lastRun).toEqual(opencode.runs[2])
})

test("a run holds the session as it was after it, and only its own session's events", async () => {
  const opencode = fakeOpencode({ cost: 0.5 })
  const [first, second] = [await createSession(opencode), await createSession(opencode)]
  await prompt(opencode, first, 'a')
  await prompt(opencode, second, 'b')
  await prompt(opencode, first, 'c')
  expect(opencode.runs.map(({ session }) => session?.cost)).toEqual([0.5, 0.5, 1])
  const sessions = opencode.runs.map(({ events }) => [
    ...new Set(events.map((event) => Reflect.get(Object(event.properties), 'sessionID'))),
  ])
  expect(sessions).toEqual([[first], [second], [first]])
  expect(opencode.runs[0]?.events.map(({ type }) => type).filter((type) => type === 'session.idle')).toHaveLength(1)
})

test('a run that is under way has no outcome yet', async () => {
  const gate = deferred<Reply>()
  const opencode = fakeOpencode({ script: [() => gate.promise] })
  await promptAsync(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.outcome).toBeNull()
  gate.resolve('done')
  await until(() => opencode.lastRun?.outcome === 'succeeded')
})

test('runs that go on side by side are told apart', async () => {
  const opencode = fakeOpencode({ reply: (text) => ({ text: `to ${text}`, delayChunk: 1 }) })
  const [first, second] = [await createSession(opencode), await createSession(opencode)]
  await Promise.all([prompt(opencode, first, 'a b c'), prompt(opencode, second, 'd e f')])
  expect(opencode.runs.map(({ session, text }) => [session?.id, text])).toEqual([
    [first, 'to a b c'],
    [second, 'to d e f'],
  ])
})

test('what a child session does is no run, and is kept all the same', async () => {
  const opencode = fakeOpencode({ script: ['child', 'parent'] })
  const parentID = await createSession(opencode)
  const child = await createSession(opencode, { parentID })
  await prompt(opencode, child, 'a')
  expect([opencode.runs, opencode.lastRun]).toEqual([[], undefined])
  await prompt(opencode, parentID, 'b')
  expect(opencode.runs.map(({ text }) => text)).toEqual(['parent'])
  expect(opencode.prompts).toEqual(['a', 'b'])
  expect(v1Messages(opencode, child)).toHaveLength(2)
})

test('a deleted session takes its messages with it, and leaves its runs and its events', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  await call(opencode, 'DELETE', `/session/${session}`)
  expect([opencode.sessions.size, opencode.messages.size]).toEqual([0, 0])
  expect(opencode.lastRun?.text).toBe('OK')
  expect(opencode.events.some(({ type }) => type === 'session.created')).toBe(true)
})

test.for([0, 1, 3])('record: %i keeps so many of the newest events, requests and misses', async (record) => {
  const opencode = fakeOpencode({ record })
  for (const title of ['a', 'b', 'c', 'd']) {
    await createSession(opencode, { title })
    await call(opencode, 'GET', `/unknown/${title}`)
  }
  const last = ['a', 'b', 'c', 'd'].slice(4 - record)
  expect(opencode.events.map(({ properties }) => Object(properties['info']).title)).toEqual(last)
  expect(opencode.misses.map(({ message }) => /unknown\/(\w)/.exec(message)?.[1])).toEqual(last)
  expect(opencode.requests).toHaveLength(record)
})

test('record limits nothing that the server itself knows', async () => {
  const opencode = fakeOpencode({ record: 1 })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'a')
  await prompt(opencode, session, 'b')
  expect(opencode.prompts).toEqual(['a', 'b'])
  expect(opencode.runs.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded'])
  expect(v1Messages(opencode, session)).toHaveLength(4)
})

test('waits for the n-th prompt, also one that was sent before', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  const second = opencode.waitForPrompt(2)
  await prompt(opencode, session, 'a')
  await prompt(opencode, session, 'b')
  expect(await second).toMatchObject({ text: 'b', sessionID: session })
  expect((await opencode.waitForPrompt()).text).toBe('a')
  expect((await opencode.waitForPrompt(1)).text).toBe('a')
})

test.for([0, -1, 1.5, Number.NaN])('cannot wait for prompt %d', (n) => {
  const opencode = fakeOpencode()
  expect(() => opencode.waitForPrompt(n)).toThrow(/^waitForPrompt\(n\): expected/)
})

test.for(['close', 'reset'] as const)('whoever waits for a prompt is told of a %s', async (end) => {
  const opencode = fakeOpencode()
  await prompt(opencode, await createSession(opencode), 'a')
  const third = opencode.waitForPrompt(3)
  const ended = opencode[end]()
  await expect(third).rejects.toThrow('fakeOpencode closed after 1 prompts; waited for prompt 3')
  await ended
})

test('who waits for a prompt after the fake was closed is told at once', async () => {
  const opencode = fakeOpencode()
  await prompt(opencode, await createSession(opencode), 'a')
  await opencode.close()
  await expect(opencode.waitForPrompt(2)).rejects.toThrow('waited for prompt 2')
  expect((await opencode.waitForPrompt(1)).text).toBe('a')
})
