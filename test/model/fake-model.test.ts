import {
  FakeModel,
  httpError,
  ModelConnectionError,
  ModelHttpError,
  type ModelRequest,
  raw,
  reasoning,
  type ReplyEvent,
  ScriptExhaustedError,
  toolCall,
  turn,
} from 'opencode-testing'
import { expect, test, vi } from 'vitest'

const hi: ModelRequest = { messages: [{ role: 'user', content: 'Hi' }] }

/** What a promise rejects with. */
const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => new Error(`resolved to ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )

test('a FakeModel answers each request with the next reply', async () => {
  const lookup = toolCall('lookup', { city: 'Oslo' })
  const model = new FakeModel([[reasoning('Look.'), 'One moment. ', lookup], 'It rains.'])
  expect(await model.respond(hi)).toMatchObject({
    blocks: [{ type: 'reasoning', text: 'Look.' }, 'One moment. ', lookup],
    text: 'One moment. ',
    reasoning: 'Look.',
    toolCalls: [lookup],
    finish: 'tool_calls',
  })
  expect(model.remaining).toBe(1)
  expect(await model.respond(hi)).toMatchObject({ text: 'It rains.', toolCalls: [], finish: 'stop' })
  expect(model.remaining).toBe(0)
})

test('a FakeModel plays functions, other replies, raw blocks and turns that repeat', async () => {
  const model = new FakeModel([
    ({ messages }) => `You said ${messages[0]?.content}`,
    [raw({ type: 'image', url: 'x' })],
    await new FakeModel(['Before']).respond(hi),
    turn({ text: 'Again', repeat: 2, finish: 'length' }),
  ])
  const replies = [1, 2, 3, 4, 5].map(() => model.respond(hi))
  expect(await Promise.all(replies)).toMatchObject([
    { text: 'You said Hi' },
    { blocks: [{ type: 'raw', block: { type: 'image', url: 'x' } }], text: '' },
    { text: 'Before' },
    { text: 'Again', finish: 'length' },
    { text: 'Again', finish: 'length' },
  ])
})

test('a turn whose when holds answers before the queue', async () => {
  const model = new FakeModel(['Plain', turn({ text: 'Tools', when: ({ tools = [] }) => tools.length > 0 })])
  expect(await model.respond({ ...hi, tools: [{ name: 'bash' }] })).toMatchObject({ text: 'Tools' })
  expect(await model.respond(hi)).toMatchObject({ text: 'Plain' })
})

test.each([
  { replies: ['Hi', { text: 'Bye', delayChunk: -1 }], message: 'replies[1].delayChunk: expected a number of ms >= 0' },
  { replies: [7], message: 'replies[0]: expected a Reply' },
  { replies: [{ texts: 'Hi' }], message: 'replies[0].texts: expected one of' },
  { replies: 'Hi', message: 'replies: expected a list of Replies' },
])('a reply that cannot be right throws when the model is made: $message', ({ replies, message }) => {
  expect(() => Reflect.construct(FakeModel, [replies])).toThrow(message)
})

test.each([
  { options: { nam: 'x' }, message: 'FakeModel(options).nam: expected one of name, contextWindow, price' },
  { options: { name: 7 }, message: 'FakeModel(options).name: expected a string, received 7' },
  { options: { contextWindow: 0 }, message: 'FakeModel(options).contextWindow: expected an integer >= 1' },
  { options: { price: { input: 1 } }, message: 'FakeModel(options).price.output: expected a number of USD >= 0' },
])('an option that cannot be right throws: $message', ({ options, message }) => {
  expect(() => Reflect.construct(FakeModel, [[], options])).toThrow(message)
})

test.each([
  { request: { prompt: 'Hi' }, message: 'respond(request).messages: expected a list, received undefined' },
  { request: { messages: [{ role: 'human', content: 'Hi' }] }, message: 'respond(request).messages[0].role: expected' },
  { request: { messages: [{ role: 'user' }] }, message: 'respond(request).messages[0].content: expected a string' },
  { request: { messages: [], tools: ['bash'] }, message: 'respond(request).tools[0]: expected an object' },
])('a request that is none rejects and uses no reply: $message', async ({ request, message }) => {
  const model = new FakeModel(['Hi'])
  const loose: { respond(request: unknown): Promise<unknown> } = model
  const rejected = await reasonOf(loose.respond(request))
  expect(rejected).toMatchObject({ message: expect.stringContaining(message) })
  expect(model.remaining).toBe(1)
})

test('requests are recorded as copies, also those that fail', async () => {
  const model = new FakeModel([new Error('down'), 'Hello.'])
  const message = { role: 'user' as const, content: 'Hi' }
  const request = { messages: [message], options: { temperature: 1 }, raw: { signal: new AbortController().signal } }
  await expect(model.respond(request)).rejects.toThrow('down')
  message.content = 'Changed'
  request.options.temperature = 0
  await model.respond(hi)
  await expect(model.respond(hi)).rejects.toThrow(ScriptExhaustedError)
  expect(model.requests).toEqual([
    { messages: [{ role: 'user', content: 'Hi' }], options: { temperature: 1 }, raw: request.raw },
    hi,
    hi,
  ])
  expect(model.requests.map(({ answered }) => answered)).toEqual([false, true, false])
  expect(model.requests[1]?.reply).toMatchObject({ text: 'Hello.' })
})

test('a reply function that changes its request changes no record', async () => {
  const model = new FakeModel([
    ({ messages }) => {
      Object.assign(messages[0] ?? {}, { content: 'Changed' })
      return 'OK'
    },
  ])
  await model.respond(hi)
  expect(model.requests).toEqual([hi])
})

test('what an agent does to a reply changes no script', async () => {
  const model = new FakeModel([turn({ toolCalls: [toolCall('bash', { command: 'ls' })], repeat: 2 })])
  const first = await model.respond(hi)
  Object.assign(first.toolCalls[0]?.args ?? {}, { command: 'rm' })
  expect((await model.respond(hi)).toolCalls[0]?.args).toEqual({ command: 'ls' })
})

test('concurrent requests never share a reply', async () => {
  const model = new FakeModel([turn({ text: 'One', delayFirst: 5 }), 'Two', async () => 'Three'])
  const replies = await Promise.all([model.respond(hi), model.respond(hi), model.respond(hi)])
  expect(replies.map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
})

test('delays are waited on the clock of the test', async () => {
  vi.useFakeTimers()
  try {
    const model = new FakeModel([
      turn({ text: 'One two', chunks: 2, delayBeforeHeaders: 100, delayFirst: 20, delayChunk: 3 }),
    ])
    let done = false
    const replied = model.respond(hi).then(() => (done = true))
    await vi.advanceTimersByTimeAsync(122)
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await replied
    expect(done).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('an Error among the replies is thrown as it is', async () => {
  const down = new TypeError('fetch failed')
  expect(await reasonOf(new FakeModel([down]).respond(hi))).toBe(down)
})

test('a status rejects with an error that has status, body and headers', async () => {
  const model = new FakeModel([httpError(429, 'Slow down', { retryAfter: 2 })])
  const error = await reasonOf(model.respond(hi))
  expect(error).toBeInstanceOf(ModelHttpError)
  expect(error).toMatchObject({
    status: 429,
    body: expect.stringContaining('"message":"Slow down"'),
    headers: { 'content-type': 'application/json', 'retry-after': '2' },
  })
})

test.each(['reset', 'end'] as const)('a cut by %s rejects after the text before it went to onText', async (how) => {
  const model = new FakeModel([
    { reasoning: 'Hm', text: 'One two three', chunks: ['One ', 'two ', 'three'], cut: { after: 3, how } },
  ])
  const texts: string[] = []
  const error = await reasonOf(model.respond(hi, { onText: (text) => texts.push(text) }))
  expect(error).toBeInstanceOf(ModelConnectionError)
  expect(texts).toEqual(['One two '])
})

test('a refused connection rejects and gives onText nothing', async () => {
  const texts: string[] = []
  const model = new FakeModel([turn({ refuse: true })])
  const error = await reasonOf(model.respond(hi, { onText: (text) => texts.push(text) }))
  expect(error).toBeInstanceOf(ModelConnectionError)
  expect(error).toMatchObject({ how: 'refused' })
  expect(texts).toEqual([])
})

test('a hang waits until the signal aborts, behind the text before it', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const texts: string[] = []
  const onText = (text: string): void => {
    texts.push(text)
    controller.abort(reason)
  }
  const model = new FakeModel([{ text: 'One two', cut: 'hang' }])
  expect(await reasonOf(model.respond(hi, { onText, signal: controller.signal }))).toBe(reason)
  expect(texts).toEqual(['One two'])
})

test('a request whose signal aborted before uses no reply, and one that a function keeps waiting rejects', async () => {
  const reason = new Error('enough')
  const model = new FakeModel([() => new Promise<never>(() => undefined), 'Hi'])
  const controller = new AbortController()
  const waiting = reasonOf(model.respond(hi, { signal: controller.signal }))
  controller.abort(reason)
  expect(await waiting).toBe(reason)
  expect(await reasonOf(model.respond(hi, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(model.remaining).toBe(1)
  expect(model.requests).toHaveLength(2)
})

test('onText is given each text block once, and onEvent each block from start to end', async () => {
  const bash = toolCall('bash', { n: 1 })
  const model = new FakeModel([[reasoning('Hm'), 'One two', bash, raw({ x: 1 }), 'Done']])
  const texts: string[] = []
  const events: ReplyEvent[] = []
  await model.respond(hi, { onText: (text) => texts.push(text), onEvent: (event) => events.push(event) })
  expect(texts).toEqual(['One two', 'Done'])
  const args = events.flatMap((event) => (event.type === 'block-delta' && event.kind === 'tool' ? [event.delta] : []))
  expect(args.join('')).toBe('{"n":1}')
  expect(events.filter((event) => event.type !== 'block-delta' || event.kind !== 'tool')).toEqual([
    { type: 'block-start', index: 0, kind: 'reasoning' },
    { type: 'block-delta', index: 0, kind: 'reasoning', delta: 'Hm' },
    { type: 'block-end', index: 0, kind: 'reasoning' },
    { type: 'block-start', index: 1, kind: 'text' },
    { type: 'block-delta', index: 1, kind: 'text', delta: 'One ' },
    { type: 'block-delta', index: 1, kind: 'text', delta: 'two' },
    { type: 'block-end', index: 1, kind: 'text' },
    { type: 'block-start', index: 2, kind: 'tool', call: bash },
    { type: 'block-end', index: 2, kind: 'tool' },
    { type: 'raw', index: 3, block: { x: 1 } },
    { type: 'block-start', index: 4, kind: 'text' },
    { type: 'block-delta', index: 4, kind: 'text', delta: 'Done' },
    { type: 'block-end', index: 4, kind: 'text' },
  ])
})

test('what a listener throws rejects the request', async () => {
  const answered = new FakeModel(['Hi']).respond(hi, { onText: () => Promise.reject(new Error('full')) })
  await expect(answered).rejects.toThrow('full')
})

test('the fields that are about bytes say nothing to a model', async () => {
  const model = new FakeModel([
    { text: 'Hi', omitFinish: true, omitDone: true, malformedTail: true, errorFrame: { error: 'x' }, rawFrames: ['y'] },
  ])
  expect(await model.respond(hi)).toMatchObject({ blocks: ['Hi'], finish: 'stop' })
})
