import { APICallError, generateText, RetryError, streamText } from 'ai'
import {
  call,
  FakeModel,
  httpError,
  InvalidOptionError,
  ModelHttpError,
  type Reply,
  ScriptedModel,
  ToolNotOfferedError,
  turn,
} from 'opencode-testing'
import { languageModel } from 'opencode-testing/ai'
import { expect, test } from 'vitest'

const ask = (reply: Reply, maxRetries = 0): ReturnType<typeof generateText> =>
  generateText({ model: languageModel(new FakeModel([reply, 'OK'])), prompt: 'Say hello', maxRetries })

/** What a stream brings, and then what breaks it off. */
async function partsOf(reply: Reply, abortSignal?: AbortSignal): Promise<{ types: string[]; thrown?: unknown }> {
  const types: string[] = []
  const model = languageModel(new FakeModel([reply]))
  const quiet = { onError: () => undefined, maxRetries: 0 }
  try {
    const { fullStream } = streamText({ model, prompt: 'Say hello', ...quiet, ...(abortSignal && { abortSignal }) })
    for await (const part of fullStream) types.push(part.type)
    return { types }
  } catch (thrown) {
    return { types, thrown }
  }
}

const caught = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

test("throws an HTTP error as the SDK's own", async () => {
  const thrown = await caught(ask(httpError(401, 'Authentication Fails')))
  expect(APICallError.isInstance(thrown)).toBe(true)
  expect(thrown).toMatchObject({
    name: 'AI_APICallError',
    message: 'Authentication Fails',
    statusCode: 401,
    isRetryable: false,
    responseBody: expect.stringContaining('"message":"Authentication Fails"'),
    responseHeaders: { 'content-type': 'application/json' },
    data: { error: { message: 'Authentication Fails' } },
    requestBodyValues: { messages: [{ role: 'user', content: 'Say hello' }] },
    cause: expect.any(ModelHttpError),
  })
})

test('is asked again after a status that the SDK retries', async () => {
  expect((await ask(httpError(503, 'busy', { retryAfter: 0 }), 1)).text).toBe('OK')
  const model = new FakeModel([turn({ ...httpError(429, 'slow down', { retryAfter: 0 }), repeat: 2 })])
  const thrown = await caught(generateText({ model: languageModel(model), prompt: 'Say hello', maxRetries: 1 }))
  expect(RetryError.isInstance(thrown)).toBe(true)
  expect(model.requests.map(({ attempt }) => attempt)).toEqual([1, 2])
})

test('reports a body that is no JSON, and none, as the message', async () => {
  expect(await caught(ask({ status: 502, body: 'Bad Gateway' }))).toMatchObject({ message: 'Bad Gateway' })
  expect(await caught(ask({ status: 502 }))).toMatchObject({ message: 'HTTP 502' })
})

test('throws a failed connection as one that the SDK retries', async () => {
  const refused = await caught(ask(turn({ refuse: true })))
  expect(refused).toMatchObject({
    message: 'Cannot connect to API: the connection to the model failed',
    isRetryable: true,
  })
  const broken = await caught(ask(turn({ text: 'Hello', cut: 'reset' })))
  expect(broken).toMatchObject({ message: 'Failed to process successful response', isRetryable: true })
  expect(APICallError.isInstance(broken)).toBe(true)
})

test('throws an Error of the script as it is', async () => {
  const error = new Error('no route')
  expect(await caught(ask(error))).toBe(error)
})

test('throws what a script cannot answer as it is', async () => {
  const model = languageModel(new ScriptedModel([call('get_weather')]))
  expect(await caught(generateText({ model, prompt: 'How is the weather?' }))).toBeInstanceOf(ToolNotOfferedError)
})

test('rejects before the stream, and breaks a stream that has begun', async () => {
  expect(await partsOf(httpError(401, 'Authentication Fails'))).toEqual({ types: ['start', 'error'] })
  const { types, thrown } = await partsOf(turn({ text: 'a b c', cut: { after: 1, how: 'reset' } }))
  expect(types).toEqual(['start', 'start-step', 'text-start', 'text-delta'])
  expect(APICallError.isInstance(thrown)).toBe(true)
})

test('is aborted before it answers, and while it streams', async () => {
  const stop = new AbortController()
  const hanging = generateText({
    model: languageModel(new FakeModel([turn({ cut: 'hang' })])),
    prompt: 'Say hello',
    abortSignal: stop.signal,
  })
  stop.abort()
  await expect(hanging).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  const model = languageModel(new FakeModel([turn({ text: 'a b c', cut: { after: 1, how: 'hang' } })]))
  const later = new AbortController()
  const types: string[] = []
  const { fullStream } = streamText({ model, prompt: 'Say hello', abortSignal: later.signal })
  for await (const { type } of fullStream) {
    types.push(type)
    if (type === 'text-delta') later.abort()
  }
  expect(types.slice(-2)).toEqual(['text-delta', 'abort'])
})

test('stops its model when the reader of its stream leaves', async () => {
  const model = new FakeModel([turn({ text: 'a b c', cut: { after: 1, how: 'hang' } })])
  let signal: AbortSignal | undefined
  const { stream } = await languageModel({
    respond: (request, options) => {
      signal = options?.signal
      return model.respond(request, options)
    },
  }).doStream({ prompt: [] })
  await stream.getReader().cancel('enough')
  await expect.poll(() => signal?.aborted).toBe(true)
})

test.for<[path: string, make: () => unknown]>([
  ['model.respond', () => languageModel(JSON.parse('{}'))],
  ['options.specification', () => languageModel(new FakeModel([]), JSON.parse('{ "specification": "v2" }'))],
  ['options.version', () => languageModel(new FakeModel([]), JSON.parse('{ "version": "v3" }'))],
])('refuses %s that cannot be right', ([path, make]) => {
  expect(make).toThrow(InvalidOptionError)
  expect(make).toThrow(new RegExp(`^${path}:`))
})
