import { fakeOpencode, type FakeOpencode, httpError, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, courseOf, createSession, prompt, promptAsync, saidIn } from '../api.ts'
import { deferred } from '../deferred.ts'
import { turns } from '../until.ts'
import { v1Messages } from '../v1-messages.ts'

const abort = (opencode: FakeOpencode, session: string): ReturnType<typeof call> =>
  call(opencode, 'POST', `/session/${session}/abort`)

const hanging: Reply = { text: 'one two three', reasoning: 'hm', cut: { after: 2, how: 'hang' } }

test('an abort mid-stream: the error, idle, the message as far as it came, idle again', async () => {
  const opencode = fakeOpencode({ script: [hanging] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(2)
  const { status, body } = await abort(opencode, session)
  expect([status, body]).toEqual([200, true])
  // facts/opencode-1x.md section 5
  expect(courseOf(opencode.events)).toEqual([
    'busy',
    'busy',
    'error MessageAbortedError',
    'idle',
    'completed MessageAbortedError',
    'idle',
  ])
  expect(opencode.events.at(-1)?.type).toBe('session.idle')
  const aborted = { name: 'MessageAbortedError', data: { message: 'Aborted' } }
  expect(await prompted).toMatchObject({ status: 200, body: { info: { error: aborted, cost: 0 } } })
  expect(Object((await prompted).body).info).not.toHaveProperty('finish')
  expect(saidIn(opencode, session)).toEqual(['one '])
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('the open part is closed with what was streamed of it, between the two idles', async () => {
  const opencode = fakeOpencode({ script: [hanging] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(2)
  await abort(opencode, session)
  const types = opencode.events.map(({ type }) => type)
  const between = opencode.events.slice(types.indexOf('session.idle') + 1, types.lastIndexOf('session.status'))
  expect(between.map(({ type }) => type)).toEqual(['message.part.updated', 'message.updated'])
  expect(between[0]?.properties).toMatchObject({
    part: { type: 'text', text: 'one ', time: { end: expect.any(Number) } },
  })
})

test('an abort before the first delta leaves a message without text', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'one', cut: { after: 0, how: 'hang' } }] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  await expect.poll(() => JSON.stringify(v1Messages(opencode, session))).toContain('step-start')
  await abort(opencode, session)
  expect(v1Messages(opencode, session)?.[1]?.parts.map(({ type }) => type)).toEqual(['step-start'])
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test.for<['hang' | { after: number; how: 'hang' }]>([['hang'], [{ after: 2, how: 'hang' }]])(
  'an abort after the last delta, before the finish, keeps the whole text: %j',
  async ([cut]) => {
    const opencode = fakeOpencode({ script: [{ text: 'one two', cut }] })
    const session = await createSession(opencode)
    await promptAsync(opencode, session, 'hi')
    await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(2)
    await abort(opencode, session)
    expect(saidIn(opencode, session)).toEqual(['one two'])
    expect(opencode.lastRun).toHaveOutcome('interrupted')
  },
)

test('the model is told what an aborted turn said', async () => {
  const opencode = fakeOpencode({ script: [hanging, ({ messages }) => JSON.stringify(messages)] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(2)
  await abort(opencode, session)
  await prompt(opencode, session, 'go on')
  // facts/opencode-1x.md section 5: partial text is sent as history
  expect(JSON.parse(opencode.lastRun?.text ?? '')).toEqual([
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'one ', reasoning: 'hm' },
    { role: 'user', content: 'go on' },
  ])
})

test.for([
  ['an idle session', true],
  ['a session that does not exist', false],
] as const)('an abort of %s is true, and one idle burst', async ([, known]) => {
  const opencode = fakeOpencode()
  const session = known ? await createSession(opencode) : 'ses_doesnotexist00000000000000'
  const before = opencode.events.length
  expect((await abort(opencode, session)).body).toBe(true)
  expect(opencode.events.slice(before).map(({ type, properties }) => [type, properties])).toEqual([
    ['session.status', { sessionID: session, status: { type: 'idle' } }],
    ['session.idle', { sessionID: session }],
  ])
})

test('an abort in the wait for a retry: the message is completed without an error, one idle', async () => {
  const opencode = fakeOpencode({ reply: httpError(503) })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await expect.poll(() => courseOf(opencode.events)).toContain('retry 1')
  expect((await abort(opencode, session)).body).toBe(true)
  // facts/opencode-1x.md section 5 (09h)
  expect(courseOf(opencode.events)).toEqual(['busy', 'busy', 'retry 1', 'completed without a finish', 'idle'])
  const { body } = await prompted
  expect(body).toMatchObject({ info: { cost: 0 }, parts: [] })
  expect(Object(body).info).not.toHaveProperty('error')
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('an abort ends a turn whose reply function hangs', async () => {
  const opencode = fakeOpencode({ script: [() => new Promise<string>(() => undefined)] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await expect.poll(() => opencode.remaining).toBe(0)
  await abort(opencode, session)
  expect((await prompted).body).toMatchObject({ info: { error: { name: 'MessageAbortedError' } } })
  expect(opencode.misses).toEqual([])
})

test('what a reply function throws after an abort is told nobody', async () => {
  const gate = deferred<string>()
  const opencode = fakeOpencode({ script: [() => gate.promise] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  await expect.poll(() => opencode.remaining).toBe(0)
  await abort(opencode, session)
  gate.reject(new Error('too late'))
  await turns()
  expect(opencode.misses).toEqual([])
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('an abort ends a delay', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'x', delayBeforeHeaders: 60_000 }] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await expect.poll(() => opencode.remaining).toBe(0)
  await abort(opencode, session)
  await prompted
  expect(opencode.lastRun).toHaveOutcome('interrupted')
})

test('two aborts at once are one', async () => {
  const opencode = fakeOpencode({ script: [hanging] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'hi')
  await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(2)
  await Promise.all([abort(opencode, session), abort(opencode, session)])
  expect(courseOf(opencode.events).filter((step) => step.startsWith('error'))).toHaveLength(1)
})

test('an abort that overtakes the beginning of the work: the session ends idle, and no reply is used', async () => {
  const opencode = fakeOpencode({ script: ['one'] })
  const session = await createSession(opencode)
  const prompted = prompt(opencode, session, 'hi')
  await opencode.waitForPrompt(1)
  await abort(opencode, session)
  await prompted
  expect(courseOf(opencode.events).at(-1)).toBe('idle')
  expect(opencode.lastRun).toHaveOutcome('interrupted')
  expect(opencode.remaining).toBe(1)
  await prompt(opencode, session, 'again')
  expect(opencode.lastRun?.text).toBe('one')
})

test('a prompt that comes while an abort is under way is worked on after it', async () => {
  const opencode = fakeOpencode({ script: [hanging, 'second'] })
  const session = await createSession(opencode)
  const first = prompt(opencode, session, 'first')
  await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(2)
  const [, , second] = await Promise.all([first, abort(opencode, session), prompt(opencode, session, 'second')])
  expect(Object(second.body).parts).toMatchObject([{}, { text: 'second' }, {}])
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.remaining).toBe(0)
})

test.for(['abort', 'idle'])(
  'a client that prompts again as soon as it sees the session idle after %s is answered',
  async (how) => {
    const opencode = fakeOpencode({ script: [how === 'abort' ? hanging : 'first', 'second'] })
    const session = await createSession(opencode)
    const stream = (await opencode.fetch(`${opencode.url}/event`)).body?.getReader()
    await promptAsync(opencode, session, 'first')
    const decoder = new TextDecoder()
    for (let text = ''; !text.includes('session.idle');) {
      text += decoder.decode((await stream?.read())?.value)
      if (how === 'abort' && text.includes('"delta":"one "')) {
        text = ''
        void abort(opencode, session)
      }
    }
    const { body } = await prompt(opencode, session, 'second')
    await stream?.cancel()
    expect(Object(body).parts).toMatchObject([{}, { text: 'second' }, {}])
    expect(opencode.remaining).toBe(0)
  },
)

test('an abort of one session leaves the others alone', async () => {
  const opencode = fakeOpencode({ script: [hanging, { text: 'fine', delayFirst: 20 }] })
  const [first, second] = [await createSession(opencode), await createSession(opencode)]
  await promptAsync(opencode, first, 'hi')
  const prompted = prompt(opencode, second, 'hi')
  await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta').length).toBeGreaterThan(1)
  await abort(opencode, first)
  await prompted
  expect([saidIn(opencode, first), saidIn(opencode, second)]).toEqual([['one '], ['fine']])
})
