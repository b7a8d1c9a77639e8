import { fakeOpencode, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, courseOf, createSession, prompt, promptAsync, saidIn } from '../api.ts'
import { deferred } from '../deferred.ts'
import { until } from '../until.ts'
import { v1Messages } from '../v1-messages.ts'

test('a prompt while busy is stored at once, answered by the same loop, and both calls answer its message', async () => {
  // facts/opencode-1x.md section 3 (06b)
  const gate = deferred<Reply>()
  const opencode = fakeOpencode({ script: [() => gate.promise, 'to the second'] })
  const session = await createSession(opencode)
  const first = prompt(opencode, session, 'first')
  await until(() => opencode.remaining === 1)
  const second = prompt(opencode, session, 'second')
  await opencode.waitForPrompt(2)
  expect(v1Messages(opencode, session)?.map(({ info }) => info.role)).toEqual(['user', 'assistant', 'user'])
  gate.resolve('to the first')
  const [one, two] = await Promise.all([first, second])
  expect(one.body).toEqual(two.body)
  expect(one.body).toMatchObject({
    info: { parentID: opencode.sentPrompts[1]?.promptID },
    parts: [{}, { text: 'to the second' }, {}],
  })
  expect(saidIn(opencode, session)).toEqual(['to the first', 'to the second'])
  expect(courseOf(opencode.events).filter((step) => step === 'idle')).toHaveLength(1)
  expect(courseOf(opencode.events).at(-1)).toBe('idle')
})

test('a prompt while busy belongs to the run that is under way', async () => {
  const gate = deferred<Reply>()
  const opencode = fakeOpencode({ script: [() => gate.promise] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'first')
  await until(() => opencode.remaining === 0)
  await promptAsync(opencode, session, 'second')
  expect(opencode.lastRun?.outcome).toBeNull()
  gate.resolve('x')
  await until(() => opencode.lastRun?.outcome === 'succeeded')
  expect(opencode.runs).toHaveLength(1)
  expect(opencode.lastRun?.messages).toHaveLength(4)
  expect(opencode.lastRun?.steps.map(({ text }) => text)).toEqual(['x', 'OK'])
})

test('several prompts while busy are answered in one further step', async () => {
  const gate = deferred<Reply>()
  const opencode = fakeOpencode({
    script: [() => gate.promise, ({ messages }) => messages.map(({ content }) => content).join(', ')],
  })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'first')
  await until(() => opencode.remaining === 1)
  for (const text of ['second', 'third']) await promptAsync(opencode, session, text)
  gate.resolve('one')
  await until(() => opencode.lastRun?.outcome === 'succeeded')
  expect(opencode.lastRun?.text).toBe('first, one, second, third')
  expect(opencode.misses).toEqual([])
})

test('a client that hangs up on its prompt does not stop the turn', async () => {
  // facts/opencode-1x.md section 3 (07f)
  const gate = deferred<Reply>()
  const opencode = fakeOpencode({ script: [() => gate.promise] })
  const session = await createSession(opencode)
  const client = new AbortController()
  const prompted = prompt(opencode, session, 'hi', {}, { signal: client.signal })
  await opencode.waitForPrompt(1)
  client.abort()
  await expect(prompted).rejects.toThrow('abort')
  gate.resolve('all the same')
  await until(() => opencode.lastRun?.outcome === 'succeeded')
  expect(saidIn(opencode, session)).toEqual(['all the same'])
})

test('the answer to prompt_async has no body, and comes before the work', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  const { status, headers, body } = await promptAsync(opencode, session, 'hi')
  expect([status, headers.get('content-length'), body]).toEqual([204, '0', null])
  expect(courseOf(opencode.events)).toEqual([])
  expect(opencode.prompts).toEqual(['hi'])
  await until(() => opencode.lastRun?.outcome === 'succeeded')
})

test('an unknown agent is refused before the prompt is stored; the prompt and its failed run are recorded', async () => {
  // captures/1.18.33/14b-wrong-agent.json is played in test/law; here: that no reply is used and no message stored
  const opencode = fakeOpencode({ script: ['never'] })
  const session = await createSession(opencode)
  const { status, body } = await prompt(opencode, session, 'x', { agent: 'nobody' })
  expect([status, Object(body).name]).toEqual([500, 'UnknownError'])
  expect((await promptAsync(opencode, session, 'x', { agent: 'nobody' })).status).toBe(204)
  expect(courseOf(opencode.events)).toEqual(['error UnknownError', 'error UnknownError', 'error UnknownError'])
  expect([opencode.remaining, opencode.prompts, v1Messages(opencode, session)]).toEqual([1, ['x', 'x'], []])
  expect(opencode.runs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
})

test('the error of an unknown agent names those that prompts can have, not the hidden ones', async () => {
  // captures/1.18.33/14b-wrong-agent.json leaves out compaction, summary and title, which captures/1.18.33/13-gets.json lists as hidden
  const opencode = fakeOpencode({ agents: ['plan', 'build', { name: 'title', hidden: true }] })
  await prompt(opencode, await createSession(opencode), 'x', { agent: 'nobody' })
  expect(JSON.stringify(opencode.events.at(-1))).toContain(
    'Agent not found: \\"nobody\\". Available agents: build, explore, general, plan"',
  )
})

test('length ends a turn like stop', async () => {
  // captures/1.18.33/10a-finish-length.json
  const opencode = fakeOpencode({ script: [{ text: 'cut off', finish: 'length' }] })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(courseOf(opencode.events)).toEqual(['busy', 'busy', 'completed length', 'busy', 'idle'])
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

test('the content filter fails the turn: the message twice, the error, one idle', async () => {
  // facts/opencode-1x.md section 6 (10b)
  const opencode = fakeOpencode({ script: [{ text: 'no', finish: 'content_filter' }, 'never'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(courseOf(opencode.events)).toEqual([
    'busy',
    'busy',
    'completed content-filter',
    'completed content-filter',
    'error ContentFilterError',
    'idle',
  ])
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.lastRun?.error?.message).toBe("The response was blocked by the provider's content filter")
  expect(opencode.remaining).toBe(1)
})

test.for(['insufficient_system_resource', 'whatever'])(
  'the unknown finish %s is followed by another step',
  async (finish) => {
    // captures/1.18.33/10c-finish-insufficient-system-resource.json
    const opencode = fakeOpencode({ script: [{ text: 'one', finish }, 'two'] })
    await prompt(opencode, await createSession(opencode), 'hi')
    expect(courseOf(opencode.events)).toEqual([
      'busy',
      'busy',
      'completed unknown',
      'busy',
      'busy',
      'completed stop',
      'busy',
      'idle',
    ])
    expect(opencode.lastRun).toHaveCost(0.002)
  },
)

test.for([
  ['1.18.15', 1],
  ['1.18.20', 1],
  ['1.18.21', 2],
  ['1.18', 2],
] as const)('version %s plays %i steps for an unknown finish', async ([version, steps]) => {
  // facts/opencode-1x.md section 6
  const opencode = fakeOpencode({ script: [{ text: 'one', finish: 'whatever' }, 'two'], version })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.steps).toHaveLength(steps)
  expect(opencode.lastRun).toHaveOutcome(steps === 1 ? 'failed' : 'succeeded')
  expect(courseOf(opencode.events).at(-1)).toBe('idle')
})

test.for(['1.18.15', '1.18'])('version %s goes on after tool calls without a call', async (version) => {
  // captures/1.18.33/10e-finish-toolcalls-no-calls.json
  const opencode = fakeOpencode({ script: [{ text: 'one', finish: 'tool_calls' }, 'two'], version })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(saidIn(opencode, session)).toEqual(['one', 'two'])
  const parents = v1Messages(opencode, session)?.map(({ info }) =>
    info.role === 'assistant' ? info.parentID : undefined,
  )
  expect(parents).toEqual([undefined, opencode.sentPrompts[0]?.promptID, opencode.sentPrompts[0]?.promptID])
})

test('a prompt in another directory works there', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode, {}, '/session?directory=/elsewhere')
  await prompt(opencode, session, 'hi')
  expect(v1Messages(opencode, session)?.[1]?.info).toMatchObject({ path: { cwd: '/elsewhere', root: '/' } })
})

test('200 sessions at once keep their events and their messages apart', { timeout: 60_000 }, async () => {
  const opencode = fakeOpencode({ reply: (text) => ({ text: `answer to ${text}`, reasoning: 'hm', delayChunk: 1 }) })
  const sessions = await Promise.all(Array.from({ length: 200 }, () => createSession(opencode)))
  await Promise.all(sessions.map((session, index) => prompt(opencode, session, `prompt ${index}`)))
  for (const [index, session] of sessions.entries()) {
    const own = opencode.events.filter(({ properties }) => properties['sessionID'] === session)
    expect(courseOf(own)).toEqual(['busy', 'busy', 'completed stop', 'busy', 'idle'])
    expect(
      own.flatMap((event) => JSON.stringify(event).match(/ses_\w+/g) ?? []).filter((id) => id !== session),
    ).toEqual([])
    expect(saidIn(opencode, session)).toEqual([`answer to prompt ${index}`])
    const mine = new Set(v1Messages(opencode, session)?.map(({ info }) => info.id))
    const told = own.flatMap((event) => JSON.stringify(event).match(/msg_\w+/g) ?? [])
    expect(told.filter((id) => !mine.has(id))).toEqual([])
  }
  expect((await call(opencode, 'GET', '/session/status')).body).toEqual({})
})
