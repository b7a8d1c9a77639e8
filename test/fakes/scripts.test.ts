import { fakeOpencode, type ModelRequest, reasoning, type Reply, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { courseOf, createSession, prompt, promptAsync, saidIn } from '../opencode/api.ts'
import { deferred } from '../opencode/deferred.ts'

test.for<[form: string, reply: Reply, text: string, thought: string]>([
  ['a string', 'Hello.', 'Hello.', ''],
  ['an empty string', '', '', ''],
  ['a list of blocks', [reasoning('I think.'), 'Hello.'], 'Hello.', 'I think.'],
  ['an empty list of blocks', [], '', ''],
  ['a turn', turn({ reasoning: 'I think.', text: 'Hello.' }), 'Hello.', 'I think.'],
  ['an empty turn', {}, '', ''],
  ['a turn of chunks alone', { chunks: ['Hel', 'lo.'] }, 'Hello.', ''],
  ['a function', () => 'Hello.', 'Hello.', ''],
  ['an async function', async () => ({ text: 'Hello.' }), 'Hello.', ''],
  ['a function that gives a function', () => async () => 'Hello.', 'Hello.', ''],
])('plays %s', async ([, reply, text, thought]) => {
  const opencode = fakeOpencode({ script: [reply] })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun).toHaveOutcome('succeeded')
  expect(opencode.lastRun?.text).toBe(text)
  expect(opencode.lastRun?.reasoning).toBe(thought)
  expect(opencode.remaining).toBe(0)
  expect(opencode.misses).toEqual([])
})

test('keeps the order of a list of blocks, one part each', async () => {
  const opencode = fakeOpencode({ script: [['one', reasoning('two'), 'three']] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const parts = opencode.messages.get(session)?.[1]?.parts ?? []
  expect(parts.map((part) => [part.type, 'text' in part ? part.text : undefined])).toEqual([
    ['step-start', undefined],
    ['text', 'one'],
    ['reasoning', 'two'],
    ['text', 'three'],
    ['step-finish', undefined],
  ])
})

test('streams the deltas that the turn lists', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'Hello there.', chunks: ['He', '', 'llo ', 'there.'] }] })
  await prompt(opencode, await createSession(opencode), 'hi')
  const deltas = opencode.events.filter(({ type }) => type === 'message.part.delta')
  expect(deltas.map(({ properties }) => properties['delta'])).toEqual(['He', '', 'llo ', 'there.'])
})

test('uses one reply for each round-trip, in order, whatever session asks', async () => {
  const opencode = fakeOpencode({ script: ['one', 'two'] })
  const first = await createSession(opencode)
  const second = await createSession(opencode)
  await prompt(opencode, second, 'hi')
  await prompt(opencode, first, 'hi')
  expect([saidIn(opencode, first), saidIn(opencode, second)]).toEqual([['two'], ['one']])
})

test('a turn that is repeated answers as often as it says', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'twice', repeat: 2 }, 'once'] })
  const session = await createSession(opencode)
  expect(opencode.remaining).toBe(3)
  for (const text of ['a', 'b', 'c']) await prompt(opencode, session, text)
  expect(saidIn(opencode, session)).toEqual(['twice', 'twice', 'once'])
  expect(opencode.remaining).toBe(0)
})

test('a turn whose `when` holds is taken before the queue', async () => {
  const asks =
    (word: string) =>
    ({ messages }: ModelRequest): boolean =>
      messages.at(-1)?.content.includes(word) ?? false
  const opencode = fakeOpencode({
    script: ['queued', { text: 'about b', when: asks('b'), repeat: 2 }, { text: 'about c', when: asks('c') }],
  })
  const session = await createSession(opencode)
  for (const text of ['b', 'a', 'c', 'b']) await prompt(opencode, session, text)
  expect(saidIn(opencode, session)).toEqual(['about b', 'queued', 'about c', 'about b'])
})

test('a turn whose `when` never holds is left over, and does not hold up the queue', async () => {
  const opencode = fakeOpencode({ script: [{ text: 'never', when: () => false }, 'queued'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(saidIn(opencode, session)).toEqual(['queued'])
  expect(opencode.remaining).toBe(1)
})

test('tells `when` and functions the model, the session, the attempt and what was said so far', async () => {
  const requests: ModelRequest[] = []
  const answer = (request: ModelRequest): string => {
    requests.push(request)
    return `answer ${requests.length}`
  }
  const opencode = fakeOpencode({ script: [answer, answer] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'first')
  await prompt(opencode, session, 'second', { model: { providerID: 'deepseek', modelID: 'deepseek-flash' } })
  expect(requests).toEqual([
    { model: 'fake-model', session, attempt: 1, messages: [{ role: 'user', content: 'first' }] },
    {
      model: 'deepseek-flash',
      session,
      attempt: 1,
      messages: [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'answer 1' },
        { role: 'user', content: 'second' },
      ],
    },
  ])
})

test('asks the model without a user message where the prompt has no parts', async () => {
  // captures/1.18.33/14-errors.json: the model server was sent the system prompt alone
  const requests: ModelRequest[] = []
  const opencode = fakeOpencode({ script: [(request) => (requests.push(request), 'fine')] })
  await prompt(opencode, await createSession(opencode), '', { parts: [] })
  expect(requests.map(({ messages }) => messages)).toEqual([[]])
})

test('counts the attempts of a round-trip that is retried', async () => {
  const attempts: (number | undefined)[] = []
  const opencode = fakeOpencode({
    script: [
      ({ attempt }) => (attempts.push(attempt), { status: 503 }),
      ({ attempt }) => (attempts.push(attempt), 'fine'),
      ({ attempt }) => (attempts.push(attempt), 'fine again'),
    ],
    retryDelay: 'none',
  })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  await prompt(opencode, session, 'hi')
  expect(attempts).toEqual([1, 2, 1])
})

test("uses a session's own script before that of the fake", async () => {
  const opencode = fakeOpencode({ script: ['shared'] })
  const first = await createSession(opencode)
  const second = await createSession(opencode)
  opencode.session(second).script('own', 'own again')
  expect(opencode.remaining).toBe(3)
  await prompt(opencode, second, 'hi')
  await prompt(opencode, first, 'hi')
  await prompt(opencode, second, 'hi')
  expect([saidIn(opencode, first), saidIn(opencode, second)]).toEqual([['shared'], ['own', 'own again']])
})

test('concurrent sessions never share a reply', async () => {
  const replies = Array.from({ length: 20 }, (_unused, index) => `reply ${index}`)
  const opencode = fakeOpencode({ script: replies })
  const sessions = await Promise.all(replies.map(() => createSession(opencode)))
  await Promise.all(sessions.map((session) => prompt(opencode, session, 'hi')))
  expect(sessions.flatMap((session) => saidIn(opencode, session)).toSorted()).toEqual(replies.toSorted())
})

test.for<[what: string, reply: Reply, message: string]>([
  [
    'throws',
    () => {
      throw new Error('broken test')
    },
    'broken test',
  ],
  ['rejects', () => Promise.reject(new Error('broken test')), 'broken test'],
  [
    'throws no error',
    () => {
      throw 'a string'
    },
    '"a string"',
  ],
  [
    'gives what is no Reply',
    (): never => 5 as never,
    'script[0] (what its function gave): expected a Reply (a string, a tool call, a list of blocks, a turn, an Error, or a function that gives one), received 5',
  ],
  [
    'gives a turn that cannot be right',
    () => ({ delayChunk: -1 }),
    'script[0] (what its function gave).delayChunk: expected a number of ms >= 0, received -1',
  ],
  [
    'has a `when` that throws',
    {
      text: 'x',
      when: () => {
        throw new Error('broken test')
      },
    },
    'broken test',
  ],
])('a reply that %s fails the turn, and a miss tells it', async ([, reply, message]) => {
  const opencode = fakeOpencode({ script: [reply] })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.lastRun?.error).toMatchObject({ name: 'UnknownError', message })
  expect(opencode.misses).toEqual([{ kind: 'script', message: `the script itself failed: ${message}` }])
})

test('the default reply is OK', async () => {
  const opencode = fakeOpencode()
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.text).toBe('OK')
  expect(opencode.misses).toEqual([])
})

test.for<[form: string, reply: NonNullable<Parameters<typeof fakeOpencode>[0]>['reply'], text: string]>([
  ['a string', 'Always.', 'Always.'],
  ['a list of blocks', [reasoning('Hm.'), 'Always.'], 'Always.'],
  ['a turn', { text: 'Always.' }, 'Always.'],
  ["a function of the prompt's text", (promptText) => `You said ${promptText}`, 'You said hi\nthere'],
  ['an async function', async (promptText) => ({ text: promptText.toUpperCase() }), 'HI\nTHERE'],
  [
    'a function that gives a function of the request',
    (promptText) =>
      ({ model }) =>
        `${promptText} to ${model}`,
    'hi\nthere to fake-model',
  ],
])('answers what is not scripted with the default reply as %s, again and again', async ([, reply, text]) => {
  const opencode = fakeOpencode({ ...(reply !== undefined && { reply }) })
  const session = await createSession(opencode)
  const parts = [
    { type: 'text', text: 'hi' },
    { type: 'file', mime: 'text/plain', url: 'file:///x' },
    { type: 'text', text: 'there' },
  ]
  await prompt(opencode, session, '', { parts })
  await prompt(opencode, session, '', { parts })
  expect(saidIn(opencode, session)).toEqual([text, text])
})

test('a default reply that throws fails the turn, and a miss tells it', async () => {
  const opencode = fakeOpencode({
    reply: () => {
      throw new Error('broken test')
    },
  })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.error).toMatchObject({ message: 'broken test' })
  expect(opencode.misses).toHaveLength(1)
})

test('answers beyond the script with OK, and counts a miss for each', async () => {
  const opencode = fakeOpencode({ script: ['one'] })
  const session = await createSession(opencode)
  for (const text of ['a', 'b', 'c']) await prompt(opencode, session, text)
  expect(saidIn(opencode, session)).toEqual(['one', 'OK', 'OK'])
  expect(opencode.misses.map(({ kind, message }) => [kind, message])).toEqual([
    [
      'script',
      `a round-trip of session ${session} was not scripted (prompt 'b', attempt 1); add a reply to the script, or set \`reply\``,
    ],
    [
      'script',
      `a round-trip of session ${session} was not scripted (prompt 'c', attempt 1); add a reply to the script, or set \`reply\``,
    ],
  ])
})

test('an answer beyond the script is no miss where the test chose the default reply', async () => {
  const opencode = fakeOpencode({ script: ['one'], reply: 'more' })
  const session = await createSession(opencode)
  for (const text of ['a', 'b']) await prompt(opencode, session, text)
  expect(saidIn(opencode, session)).toEqual(['one', 'more'])
  expect(opencode.misses).toEqual([])
})

test("`exhausted: 'error'` fails a round-trip beyond the script with a 400 that no client retries", async () => {
  const opencode = fakeOpencode({ script: ['one'], exhausted: 'error' })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'a')
  await prompt(opencode, session, 'b')
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.lastRun?.error).toMatchObject({
    name: 'APIError',
    status: 400,
    message: `no reply is left in the script: a round-trip of session ${session} was not scripted (prompt 'b', attempt 1)`,
  })
  expect(courseOf(opencode.events).filter((step) => step.startsWith('retry'))).toEqual([])
  expect(opencode.misses).toHaveLength(1)
})

test("`exhausted: 'error'` goes before a default reply that the test chose", async () => {
  const opencode = fakeOpencode({ script: [], reply: 'more', exhausted: 'error' })
  await prompt(opencode, await createSession(opencode), 'a')
  expect(opencode.lastRun).toHaveOutcome('failed')
})

test('fails a prompt that takes more than 50 round-trips, and says so', async () => {
  const opencode = fakeOpencode({ reply: { text: 'again', finish: 'tool_calls' } })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(saidIn(opencode, session).filter((text) => text === 'again')).toHaveLength(50)
  expect(opencode.lastRun).toHaveOutcome('failed')
  expect(opencode.lastRun?.error?.message).toMatch(/^the script asked for more than 50 round-trips in one prompt/)
})

test('a prompt that was scripted later is answered by what was scripted then', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  opencode.script('one')
  await prompt(opencode, session, 'a')
  opencode.script('two')
  await prompt(opencode, session, 'b')
  expect(saidIn(opencode, session)).toEqual(['one', 'two'])
})

test('a function may script what comes next', async () => {
  const opencode = fakeOpencode({ exhausted: 'error' })
  opencode.script(() => {
    opencode.script('two')
    return { text: 'one', finish: 'tool_calls' }
  })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'a')
  expect(saidIn(opencode, session)).toEqual(['one', 'two'])
})

test('a function may take its time', async () => {
  const model = deferred<Reply>()
  const opencode = fakeOpencode({ script: [() => model.promise] })
  const session = await createSession(opencode)
  await promptAsync(opencode, session, 'a')
  await opencode.waitForPrompt(1)
  model.resolve('at last')
  await expect.poll(() => saidIn(opencode, session)).toEqual(['at last'])
})
