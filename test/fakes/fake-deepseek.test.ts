import { fakeDeepSeek, toolCall, turn } from 'opencode-testing'
import { afterEach, expect, test, vi } from 'vitest'
import { test as fixtures } from '../../setup/vitest.ts'
import { chat, post } from '../deepseek/ask.ts'
import { refusalOf, untyped } from '../opencode/bad-option.ts'

afterEach(() => vi.useRealTimers())

const user = (content: string): object => ({ role: 'user', content })
const asking = (content: string, fields: object = {}): object => chat({ messages: [user(content)], ...fields })

async function textOf(response: Response): Promise<string> {
  const body: { choices: { message: { content: string } }[] } = JSON.parse(await response.text())
  return body.choices[0]?.message.content ?? ''
}

test('answers on its base URL wherever the network is installed', async () => {
  const deepseek = fakeDeepSeek(['one', 'two'])
  expect(deepseek.url).toBe('https://api.deepseek.com')
  expect(await textOf(await post(deepseek, chat(), { fetch }))).toBe('one')
  const other = fakeDeepSeek(['other'], { baseUrl: 'https://gateway.test' })
  expect(await textOf(await post(other, chat(), { fetch }))).toBe('other')
  expect(await textOf(await post(deepseek, chat(), { fetch }))).toBe('two')
})

test('records a request before anything else, as it was sent', async () => {
  const deepseek = fakeDeepSeek(['Hi'])
  const tools = [{ type: 'function', function: { name: 'weather', description: 'Sun?', parameters: {} } }]
  const body = asking('Hello', { tools, stream: true, temperature: 0.5 })
  await (await post(deepseek, body, { path: '/v1/chat/completions' })).text()
  expect(deepseek.requests).toEqual([deepseek.lastRequest])
  expect(deepseek.lastRequest).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    query: '',
    headers: { authorization: 'Bearer [redacted]', 'content-type': 'application/json' },
    body,
    rawBody: JSON.stringify(body),
    number: 1,
    attempt: 1,
    status: 200,
    model: 'deepseek-flash',
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [{ name: 'weather', description: 'Sun?', parameters: {} }],
    session: undefined,
    side: undefined,
    turn: 'turns[0]',
    usage: { prompt: 100, completion: 20, cacheHit: 64 },
    hungUp: undefined,
    answered: true,
  })
})

test('records copies: what a reply function does to its request changes none', async () => {
  const deepseek = fakeDeepSeek([
    (request) => {
      Object.assign(request.messages[0] ?? {}, { content: 'changed' })
      return 'Hi'
    },
  ])
  await post(deepseek, asking('Hello'))
  expect(deepseek.lastRequest?.messages).toEqual([{ role: 'user', content: 'Hello' }])
  expect(deepseek.prompts).toEqual(['Hello'])
})

test('a tool loop sends its prompt once', async () => {
  const weather = toolCall('weather')
  const deepseek = fakeDeepSeek([weather, 'sunny', 'Bye'])
  await post(deepseek, asking('Weather?'))
  const calls = [{ id: weather.id, type: 'function', function: { name: 'weather', arguments: '{}' } }]
  const loop = [
    user('Weather?'),
    { role: 'assistant', content: '', tool_calls: calls },
    { role: 'tool', tool_call_id: weather.id, content: 'sun' },
  ]
  await post(deepseek, chat({ messages: loop }))
  await post(deepseek, chat({ messages: [...loop, { role: 'assistant', content: 'sunny' }, user('Thanks')] }))
  expect(deepseek.prompts).toEqual(['Weather?', 'Thanks'])
  expect(deepseek.sentPrompts).toEqual([
    { text: 'Weather?', model: { providerID: 'deepseek', modelID: 'deepseek-flash' } },
    { text: 'Thanks', model: { providerID: 'deepseek', modelID: 'deepseek-flash' } },
  ])
  expect(deepseek.count).toBe(3)
})

test('the same prompt is sent twice when the first was answered, and once when it failed', async () => {
  const deepseek = fakeDeepSeek(['one', turn({ status: 500 }), turn({ refuse: true }), turn({ cut: 'end' }), 'two'])
  await (await post(deepseek, asking('Hi'))).text()
  await (await post(deepseek, asking('Hi'))).text()
  await expect(post(deepseek, asking('Hi'))).rejects.toThrow('ECONNREFUSED')
  await (await post(deepseek, asking('Hi', { stream: true }))).text()
  await (await post(deepseek, asking('Hi'))).text()
  expect(deepseek.requests.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 3, 4])
  expect(deepseek.prompts).toEqual(['Hi', 'Hi'])
})

test('the same prompt of two clients at once is two prompts', async () => {
  const deepseek = fakeDeepSeek(['one', 'two'])
  await Promise.all([post(deepseek, asking('Hi')), post(deepseek, asking('Hi'))])
  expect(deepseek.prompts).toEqual(['Hi', 'Hi'])
})

test('tells a reply function which attempt it is, of which session', async () => {
  const seen: unknown[] = []
  const note = ({ attempt, session, model, options, toolChoice }: object & Record<string, unknown>): void =>
    void seen.push({ attempt, session, model, options, toolChoice })
  const deepseek = fakeDeepSeek([
    (request) => (note({ ...request }), turn({ status: 503 })),
    (request) => (note({ ...request }), 'Hi'),
  ])
  const fields = { temperature: 0, tool_choice: 'auto' }
  await post(deepseek, asking('Hi', fields), { headers: { 'x-session-id': 'ses_1' } })
  await post(deepseek, asking('Hi', fields), { headers: { 'x-session-id': 'ses_1' } })
  const common = { session: 'ses_1', model: 'deepseek-flash', options: { temperature: 0 }, toolChoice: 'auto' }
  expect(seen).toEqual([
    { ...common, attempt: 1 },
    { ...common, attempt: 2 },
  ])
})

test("a session's script is used first, by its x-session-id", async () => {
  const deepseek = fakeDeepSeek(['for all', 'for all again'])
  deepseek.session('ses_1').script('for one')
  expect(deepseek.remaining).toBe(3)
  const ask = async (session?: string): Promise<string> =>
    textOf(await post(deepseek, asking('Hi'), { headers: { 'x-session-id': session } }))
  expect(await ask('ses_2')).toBe('for all')
  expect(await ask('ses_1')).toBe('for one')
  expect(await ask('ses_1')).toBe('for all again')
  expect(deepseek.requests.map(({ session, turn: taken }) => [session, taken])).toEqual([
    ['ses_2', 'turns[0]'],
    ['ses_1', "session('ses_1').script[0]"],
    ['ses_1', 'turns[1]'],
  ])
  expect(deepseek.sentPrompts[1]).toMatchObject({ sessionID: 'ses_1' })
})

const titleRequest = chat({
  messages: [
    { role: 'system', content: 'You are a title generator. You output…' },
    user('Generate a title for this conversation:\n'),
    user('Hi'),
  ],
})
const summaryRequest = chat({
  messages: [{ role: 'system', content: 'You are an anchored context summarization agent.' }, user('…')],
})

test("opencode's side calls are answered aside", async () => {
  const deepseek = fakeDeepSeek(['Hi'])
  expect(await textOf(await post(deepseek, titleRequest))).toBe('Fake Title From LLM')
  expect(await textOf(await post(deepseek, summaryRequest))).toBe('Fake summary from LLM')
  expect(await textOf(await post(deepseek, asking('Hello')))).toBe('Hi')
  expect(deepseek.requests.map(({ side, number }) => [side, number])).toEqual([
    ['title', undefined],
    ['summary', undefined],
    [undefined, 1],
  ])
  expect(deepseek).toMatchObject({ count: 1, remaining: 0, misses: [], prompts: ['Hello'] })
})

test('a request with tools is no side call, whatever its system prompt says', async () => {
  const deepseek = fakeDeepSeek(['Hi'])
  const tools = [{ type: 'function', function: { name: 'bash' } }]
  expect(await textOf(await post(deepseek, { ...titleRequest, tools }))).toBe('Hi')
})

test("side calls take turns with sideCalls: 'script'", async () => {
  const deepseek = fakeDeepSeek(['A title', 'Hi'], { sideCalls: 'script' })
  expect(await textOf(await post(deepseek, titleRequest))).toBe('A title')
  expect(deepseek).toMatchObject({ count: 1, remaining: 1, lastRequest: { side: undefined, number: 1 } })
})

fixtures('the fixture is a fake of the test', async ({ deepseek }) => {
  deepseek.script('Hi')
  expect(await textOf(await post(deepseek, chat(), { fetch }))).toBe('Hi')
})

test.for([
  [{ baseUrl: 'https://api.deepseek.com/v1' }, 'baseUrl'],
  [{ apiKey: 5 }, 'apiKey'],
  [{ profile: '2024-01' }, 'profile'],
  [{ reasoningEcho: 'v5' }, 'reasoningEcho'],
  [{ validate: 'yes' }, 'validate'],
  [{ exhausted: 'reply' }, 'exhausted'],
  [{ sideCalls: false }, 'sideCalls'],
  [{ concurrency: 0 }, 'concurrency'],
  [{ record: -1 }, 'record'],
  [{ clock: 'fake' }, 'clock'],
  [{ model: 'deepseek-flash' }, 'model'],
] as const)('refuses the options %j', ([options, path]) => {
  expect(refusalOf(() => fakeDeepSeek([], untyped(options))).path).toBe(path)
})

test('refuses what is no list of turns, and no options', () => {
  expect(refusalOf(() => fakeDeepSeek(untyped('Hello'))).path).toBe('turns')
  expect(refusalOf(() => fakeDeepSeek(untyped({ text: 'Hello' }))).path).toBe('turns')
  expect(refusalOf(() => fakeDeepSeek([], untyped(null))).path).toBe('fakeDeepSeek(turns, options)')
})
