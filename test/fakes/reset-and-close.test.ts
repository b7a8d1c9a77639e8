import { fakeOpencode, NetworkRefusedError, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt, promptAsync, saidIn } from '../opencode/api.ts'
import { refusalOf, untyped } from '../opencode/bad-option.ts'
import { deferred } from '../opencode/deferred.ts'
import { readStream } from '../opencode/read-stream.ts'
import { turns, until } from '../opencode/until.ts'
import { v1Messages } from '../opencode/v1-messages.ts'

test('reset starts over: no sessions, no records, the scripts as they were at first', async () => {
  const opencode = fakeOpencode({ script: ['one', 'two'] })
  opencode.script('three')
  opencode.addAgent('reviewer')
  opencode.setMcpStatus('github')
  opencode.fail('GET', '/agent', { times: null })
  const session = await createSession(opencode)
  opencode.session(session).script('own')
  await prompt(opencode, session, 'hi')
  await call(opencode, 'GET', '/no/such/route')
  opencode.reset()
  expect([opencode.sessions.size, opencode.messages.size]).toEqual([0, 0])
  const { events, requests, misses, prompts, sentPrompts, runs, lastRun } = opencode
  expect([events, requests, misses, prompts, sentPrompts, runs, lastRun]).toEqual([[], [], [], [], [], [], undefined])
  expect(opencode.remaining).toBe(2)
  expect((await call(opencode, 'GET', '/agent')).body).toMatchObject([{ name: 'build' }, { name: 'plan' }])
  expect((await call(opencode, 'GET', '/mcp')).body).toEqual({})
  expect((await call(opencode, 'GET', `/session/${session}`)).status).toBe(404)
})

test('reset takes options over those of the beginning, for this time', async () => {
  const opencode = fakeOpencode({ reply: 'first', cost: 1 })
  const said = async (): Promise<unknown> => {
    const session = await createSession(opencode)
    await prompt(opencode, session, 'hi')
    return [saidIn(opencode, session), opencode.lastRun?.cost]
  }
  opencode.reset({ reply: 'second' })
  expect(await said()).toEqual([['second'], 1])
  opencode.reset()
  expect(await said()).toEqual([['first'], 1])
})

test('reset keeps where the fake answers', async () => {
  const opencode = fakeOpencode({ baseUrl: 'http://mine.test' })
  opencode.reset(untyped({ baseUrl: 'http://other.test' }))
  expect(opencode.url).toBe('http://mine.test')
  expect((await fetch('http://mine.test/global/health')).status).toBe(200)
})

test.for([[null], ['x'], [5]])('reset refuses %j in place of options', ([options]) => {
  const opencode = fakeOpencode()
  expect(refusalOf(() => opencode.reset(untyped(options))).message).toMatch(/^reset\(options\): expected an object/)
})

test('what was under way before a reset stops, and tells the new server nothing', async () => {
  const gate = deferred<Reply>()
  const opencode = fakeOpencode({ script: [() => gate.promise] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await until(() => opencode.remaining === 0)
  opencode.reset()
  gate.resolve('too late')
  expect((await prompted).status).toBe(200)
  await turns()
  expect([opencode.events, opencode.misses]).toEqual([[], []])
})

test('close stops what is under way, and leaves the records readable', async () => {
  const opencode = fakeOpencode({ script: ['one', { text: 'two', cut: 'hang' }] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'first')
  const second = prompt(opencode, session, 'second')
  await until(() => opencode.events.filter(({ type }) => type === 'message.part.delta').length === 2)
  await opencode.close()
  await second
  const told = opencode.events.length
  await turns()
  expect(opencode.events).toHaveLength(told)
  expect(opencode.prompts).toEqual(['first', 'second'])
  expect(opencode.runs.map(({ outcome }) => outcome)).toEqual(['succeeded', null])
  expect(opencode.sessions.get(session)?.id).toBe(session)
  expect(v1Messages(opencode, session)).toHaveLength(4)
  expect(opencode.requests).toHaveLength(3)
  expect(opencode.remaining).toBe(0)
})

test('close and dispose may be called again', async () => {
  const opencode = fakeOpencode()
  await opencode.close()
  await opencode.close()
  await opencode[Symbol.asyncDispose]()
  const other = fakeOpencode()
  await opencode.close()
  expect((await fetch(`${other.url}/global/health`)).status).toBe(200)
})

test('`await using` closes the fake at the end of its block', async () => {
  let url = ''
  {
    await using opencode = fakeOpencode({ baseUrl: 'http://block.test' })
    url = opencode.url
    expect((await fetch(`${url}/global/health`)).status).toBe(200)
  }
  await expect(fetch(`${url}/global/health`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no fakeOpencode is open') },
  })
})

test('a closed fake answers nobody, neither on the network nor by its fetch', async () => {
  const opencode = fakeOpencode()
  await opencode.close()
  const refused = await fetch(`${opencode.url}/session`).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    cause: { message: expect.stringContaining('no fakeOpencode is open here; it was closed') },
  })
  const own = await opencode.fetch(`${opencode.url}/session`).catch((error: unknown) => error)
  expect(own).toBeInstanceOf(NetworkRefusedError)
  expect(opencode.requests).toEqual([])
})

test('a stream that is asked for while the fake closes ends all the same', async () => {
  const opencode = fakeOpencode()
  const stream = await readStream(opencode, '/event')
  const late = opencode.fetch(`${opencode.url}/event`).then(
    (response) => response.text(),
    () => 'refused',
  )
  await opencode.close()
  expect(await stream.ended).toBe('ended')
  expect(await late).toMatch(/^(refused|data: .*server\.connected.*\n\n)$/)
})

const version = async (): Promise<unknown> =>
  Reflect.get(Object(await (await fetch('http://localhost:4096/global/health')).json()), 'version')

test('the newest fake on an origin answers, and closing it uncovers the one below', async () => {
  const below = fakeOpencode({ version: '1.18.10' })
  const above = fakeOpencode({ version: '1.18.11' })
  expect(await version()).toBe('1.18.11')
  expect([below.requests.length, above.requests.length]).toEqual([0, 1])
  await above.close()
  expect(await version()).toBe('1.18.10')
})

test('a fake below another may be closed first', async () => {
  const below = fakeOpencode({ version: '1.18.10' })
  fakeOpencode({ version: '1.18.11' })
  await below.close()
  expect(await (await fetch('http://localhost:4096/global/health')).json()).toMatchObject({ version: '1.18.11' })
})

test.for(['http://localhost:4096', 'http://127.0.0.1:4096', 'http://[::1]:4096'])(
  'is reached as %s',
  async (origin) => {
    fakeOpencode()
    expect((await fetch(`${origin}/global/health`)).status).toBe(200)
  },
)

test.for(['http://localhost:5000', 'http://127.0.0.1:5000', 'http://[::1]:5000'])(
  'a base URL on this machine is reached by all its names, from %s',
  async (baseUrl) => {
    fakeOpencode({ baseUrl })
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:5000/global/health`)).status).toBe(200)
    }
  },
)

test('a prompt that is sent without waiting is finished by the time the session is idle', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  await until(() => opencode.events.some(({ type }) => type === 'session.idle'))
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})
