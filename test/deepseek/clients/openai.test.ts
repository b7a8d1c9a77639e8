import OpenAI, { APIConnectionError, APIError, AuthenticationError, InternalServerError, RateLimitError } from 'openai'
import { fakeDeepSeek, httpError, toolCall, turn, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'

type Messages = OpenAI.ChatCompletionMessageParam[]

const model = 'deepseek-flash'
const hi: Messages = [{ role: 'user', content: 'What is the weather in Paris?' }]
const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
]

function open(...turns: readonly Reply[]): { deepseek: ReturnType<typeof fakeDeepSeek>; client: OpenAI } {
  const deepseek = fakeDeepSeek(turns)
  return { deepseek, client: new OpenAI(deepseek.clientOptions()) }
}

/** Deltas carry a field that the client's types do not have. */
const thoughtOf = (delta: object | undefined): string =>
  delta && 'reasoning_content' in delta && typeof delta.reasoning_content === 'string' ? delta.reasoning_content : ''

test('openai reads a text', async () => {
  const { client } = open('It is sunny.')
  const { choices, usage } = await client.chat.completions.create({ model, messages: hi })
  expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant', content: 'It is sunny.' } })
  expect(usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 })
})

test('openai reads a stream of reasoning and text', async () => {
  const { client } = open({ reasoning: 'Paris, in May.', text: 'It is sunny.' })
  const said = { reasoning: '', text: '', finish: '' }
  for await (const { choices } of await client.chat.completions.create({ model, messages: hi, stream: true })) {
    said.reasoning += thoughtOf(choices[0]?.delta)
    said.text += choices[0]?.delta.content ?? ''
    said.finish += choices[0]?.finish_reason ?? ''
  }
  expect(said).toEqual({ reasoning: 'Paris, in May.', text: 'It is sunny.', finish: 'stop' })
})

test("openai's stream helper reads parallel tool calls", async () => {
  const calls = [toolCall('weather', { city: 'Paris' }), toolCall('weather', { city: 'Rome' })]
  const { client } = open(calls)
  const message = await client.chat.completions.stream({ model, messages: hi, tools }).finalMessage()
  expect(message.tool_calls).toMatchObject(
    calls.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(args) } })),
  )
})

test('openai goes through a tool loop that echoes the reasoning', async () => {
  const weather = toolCall('weather', { city: 'Paris' })
  const { client, deepseek } = open({ reasoning: 'I must look.', toolCalls: [weather] }, 'It is sunny.')
  const messages: Messages = [...hi]
  const first = await client.chat.completions.create({ model, messages, tools })
  const answer = first.choices[0]?.message
  expect(thoughtOf(answer)).toBe('I must look.')
  if (answer) messages.push(answer)
  messages.push({ role: 'tool', tool_call_id: weather.id, content: 'sunny' })
  const second = await client.chat.completions.create({ model, messages, tools })
  expect(second.choices[0]?.message.content).toBe('It is sunny.')
  expect(deepseek.lastRequest?.messages.at(1)).toMatchObject({ role: 'assistant', reasoning: 'I must look.' })
  expect(deepseek).toMatchObject({ count: 2, remaining: 0, prompts: ['What is the weather in Paris?'] })
})

test.for([
  [
    401,
    AuthenticationError,
    'Authentication Fails (auth header format should be Bearer sk-...)',
    'authentication_error',
  ],
  // openai has no class for 402.
  [402, APIError, 'Insufficient Balance', 'unknown_error'],
  [429, RateLimitError, 'Too many requests. Your current concurrency is 26', 'rate_limit_error'],
  [500, InternalServerError, 'Internal Server Error', 'server_error'],
] as const)('openai tells a %i by its class', async ([status, kind, message, type]) => {
  const { client, deepseek } = open(httpError(status))
  const error: unknown = await client.chat.completions
    .create({ model, messages: hi })
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(kind)
  expect(error).toMatchObject({ status, type, error: { message: expect.stringContaining(message) } })
  expect(deepseek.count).toBe(1)
})

test('openai sends a 429 again as often as it is told to, and the prompt counts once', async () => {
  const deepseek = fakeDeepSeek([
    httpError(429, undefined, { retryAfter: 0 }),
    httpError(503, undefined, { retryAfter: 0 }),
    'Hi',
  ])
  const client = new OpenAI({ ...deepseek.clientOptions(), maxRetries: 2 })
  const { choices } = await client.chat.completions.create({ model, messages: hi })
  expect(choices[0]?.message.content).toBe('Hi')
  expect(deepseek.count).toBe(3)
  expect(deepseek.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
  expect(deepseek.prompts).toEqual(['What is the weather in Paris?'])
})

test('openai fails behind the deltas before a reset', async () => {
  const { client } = open(turn({ text: 'one two three', cut: { after: 2, how: 'reset' } }))
  const stream = await client.chat.completions.create({ model, messages: hi, stream: true })
  const read: string[] = []
  const reading = (async () => {
    for await (const { choices } of stream) if (choices[0]?.delta.content) read.push(choices[0].delta.content)
  })()
  await expect(reading).rejects.toThrow('terminated')
  expect(read).toEqual(['one ', 'two '])
})

test('openai takes a clean end for all there was, its stream helper does not', async () => {
  const cut = turn({ text: 'one two three', cut: { after: 2, how: 'end' } })
  const { client } = open(cut, cut)
  let text = ''
  for await (const { choices } of await client.chat.completions.create({ model, messages: hi, stream: true })) {
    text += choices[0]?.delta.content ?? ''
  }
  expect(text).toBe('one two ')
  const helper = client.chat.completions.stream({ model, messages: hi }).finalMessage()
  await expect(helper).rejects.toThrow('missing finish_reason for choice 0')
})

test('openai calls a connection that fails by its name', async () => {
  const { client } = open(turn({ refuse: true }))
  await expect(client.chat.completions.create({ model, messages: hi })).rejects.toBeInstanceOf(APIConnectionError)
})

test('openai that breaks off a stream is seen to leave', async () => {
  const { client, deepseek } = open(turn({ text: 'one two three', cut: { after: 2, how: 'hang' } }))
  for await (const { choices } of await client.chat.completions.create({ model, messages: hi, stream: true })) {
    if (choices[0]?.delta.content === 'two ') break
  }
  await expect.poll(() => deepseek.lastRequest?.hungUp).toEqual({ after: 2 })
})

test('openai reaches a fake that listens, with the same options', async () => {
  const deepseek = fakeDeepSeek(['Hi'], { apiKey: 'sk-mine' })
  const url = await deepseek.listen()
  const options = deepseek.clientOptions()
  expect(options).toEqual({ baseURL: url, apiKey: 'sk-mine', maxRetries: 0, timeout: 10_000 })
  const { choices } = await new OpenAI(options).chat.completions.create({ model, messages: hi })
  expect(choices[0]?.message.content).toBe('Hi')
})

test('openai lists the models', async () => {
  const { client } = open()
  const { data } = await client.models.list()
  expect(data.map(({ id }) => id)).toEqual(['deepseek-flash', 'deepseek-v4-pro'])
})
