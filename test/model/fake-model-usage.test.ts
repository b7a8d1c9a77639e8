import { ContextTooLongError, FakeModel, type ModelRequest, reasoning, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'

const hi: ModelRequest = { messages: [{ role: 'user', content: 'Hi' }] }

test('a turn without usage reports an estimate of the text: 0.3 tokens a character, 0.6 a wide one, rounded up', async () => {
  // Request: 'Hi' 2 characters, 0.6 tokens. Reply: 'Hello you.' 10 characters, 3 tokens.
  expect((await new FakeModel(['Hello you.']).respond(hi)).usage).toEqual({
    prompt: 1,
    completion: 3,
    cacheHit: 0,
    cacheMiss: 1,
    reasoning: 0,
  })
  // '你好' 1.2 tokens, '再见了' 1.8.
  const chinese: ModelRequest = { messages: [{ role: 'user', content: '你好' }] }
  expect((await new FakeModel(['再见了']).respond(chinese)).usage).toMatchObject({ prompt: 2, completion: 2 })
})

test('the estimate counts reasoning, tool calls and the tools that are offered', async () => {
  const model = new FakeModel([[reasoning('A thought.'), toolCall('lookup', { n: 1 })]])
  // 'Be brief.' 9, 'Think.' 6, 'a' 1, '{"x":1}' 7, 'Found' 5; 'lookup' 6, 'Finds.' 6, '{"type":"object"}' 17: 57 × 0.3 = 17.1
  const request: ModelRequest = {
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'assistant',
        content: '',
        reasoning: 'Think.',
        toolCalls: [{ id: 'call_1', name: 'a', arguments: '{"x":1}' }],
      },
      { role: 'tool', content: 'Found', toolCallId: 'call_1' },
    ],
    tools: [{ name: 'lookup', description: 'Finds.', parameters: { type: 'object' } }],
  }
  // 'A thought.' 10: 3; 'lookup' and '{"n":1}' 13: 3.9, so 4.
  expect((await model.respond(request)).usage).toMatchObject({ prompt: 18, completion: 7, reasoning: 3 })
})

test('a turn with usage reports it, and one that omits it reports none', async () => {
  const model = new FakeModel([
    turn({ text: 'Hi', usage: { prompt: 50, completion: 7, cacheHit: 20 } }),
    turn({ text: 'Hi', omitUsage: true }),
  ])
  expect((await model.respond(hi)).usage).toEqual({
    prompt: 50,
    completion: 7,
    cacheHit: 20,
    cacheMiss: 30,
    reasoning: 0,
  })
  expect((await model.respond(hi)).usage).toEqual({ prompt: 0, completion: 0 })
})

test('a model with a price tells the cost of a request and of all, in USD; without one they cost nothing', async () => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 400, reasoning: 50 }
  const price = { input: 2, output: 10, cacheRead: 0.5 }
  const model = new FakeModel([turn({ text: 'Hi', usage }), new Error('down'), turn({ text: 'Hi', usage })], { price })
  await model.respond(hi)
  await expect(model.respond(hi)).rejects.toThrow('down')
  await model.respond(hi)
  // (600 × 2 + 200 × 10 + 400 × 0.5) / 1,000,000
  expect(model.cost(model.requests[0])).toBe(0.0034)
  expect(model.cost(model.requests[1])).toBe(0)
  expect(model.cost()).toBe(0.0068)
  const free = new FakeModel([turn({ text: 'Hi', usage })])
  await free.respond(hi)
  expect(free.cost()).toBe(0)
})

test('a model says what it is', () => {
  const price = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 }
  const model = new FakeModel([], { name: 'big', contextWindow: 7, price })
  expect([model.provider, model.name, model.contextWindow, model.price]).toEqual(['fake', 'big', 7, price])
  const plain = new FakeModel([])
  expect([plain.provider, plain.name, plain.contextWindow, plain.price]).toEqual(['fake', 'fake', 200_000, undefined])
})

test('a request above the context window rejects, is recorded and uses no reply', async () => {
  const model = new FakeModel(['Hi'], { contextWindow: 3 })
  const request: ModelRequest = { messages: [{ role: 'user', content: 'Eleven char' }] }
  const error: unknown = await model.respond(request).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ContextTooLongError)
  expect(error).toMatchObject({
    name: 'ContextTooLongError',
    code: 'OPENCODE_TESTING_CONTEXT_TOO_LONG',
    tokens: 4,
    contextWindow: 3,
    message: expect.stringContaining('shorten or compact the conversation'),
  })
  expect(model.remaining).toBe(1)
  expect(model.requests).toEqual([request])
  // 10 characters are 3 tokens.
  await expect(model.respond({ messages: [{ role: 'user', content: 'Ten chars.' }] })).resolves.toBeDefined()
})
