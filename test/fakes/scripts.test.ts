import { fakeOpencode, type ModelRequest, reasoning, type Reply, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { createSession, prompt, promptAsync, saidIn } from '../opencode/api.ts'
import { deferred } from '../opencode/deferred.ts'
import { v1Messages } from '../opencode/v1-messages.ts'

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

test('plays a list of blocks in its order: reasoning in parts, all text in one, as a real server', async () => {
  const opencode = fakeOpencode({ script: [['one', reasoning('two'), 'three']] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const parts = v1Messages(opencode, session)?.[1]?.parts ?? []
  expect(parts.map((part) => [part.type, 'text' in part ? part.text : undefined])).toEqual([
    ['step-start', undefined],
    ['text', 'onethree'],
    ['reasoning', 'two'],
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

const asks =
  (word: string) =>
  ({ messages }: ModelRequest): boolean =>
    messages.at(-1)?.content.includes(word) ?? false

test('a turn whose `when` holds is taken before the queue', async () => {
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

// facts/opencode-1x.md section 4, and webfetch, which the recorded servers were told to deny
const tools = 'bash edit glob grep question read skill task todowrite webfetch write'.split(' ')

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
  const offer = { toolChoice: 'auto', tools: tools.map((name) => ({ name })) }
  expect(requests).toEqual([
    { ...offer, model: 'fake-model', session, attempt: 1, messages: [{ role: 'user', content: 'first' }] },
    {
      ...offer,
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
