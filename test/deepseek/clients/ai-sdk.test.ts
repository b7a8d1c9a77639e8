import { createDeepSeek } from '@ai-sdk/deepseek'
import { APICallError, generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { fakeDeepSeek, httpError, toolCall, turn, type FakeDeepSeek } from 'opencode-testing'
import { expect, test } from 'vitest'

const prompt = 'What is the weather in Paris?'

const modelOf = (deepseek: FakeDeepSeek): ReturnType<ReturnType<typeof createDeepSeek>> =>
  createDeepSeek(deepseek.clientOptions())('deepseek-flash')

const weather = tool({
  description: 'The weather of a city',
  inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
  execute: ({ city }) => `sunny in ${city}`,
})

test('the AI SDK reads a text and its usage', async () => {
  const usage = { prompt: 1000, completion: 200, cacheHit: 600 }
  const deepseek = fakeDeepSeek([{ text: 'It is sunny.', usage }])
  const result = await generateText({ model: modelOf(deepseek), prompt })
  expect(result).toMatchObject({ text: 'It is sunny.', finishReason: 'stop' })
  expect(result.usage).toMatchObject({ inputTokens: 1000, outputTokens: 200, totalTokens: 1200 })
  expect(result.usage.inputTokenDetails).toMatchObject({ cacheReadTokens: 600 })
})

test('the AI SDK streams reasoning and text', async () => {
  const deepseek = fakeDeepSeek([{ reasoning: 'Paris, in May.', text: 'It is sunny.' }])
  const result = streamText({ model: modelOf(deepseek), prompt })
  expect(await result.text).toBe('It is sunny.')
  expect(await result.reasoningText).toBe('Paris, in May.')
  expect(await result.finishReason).toBe('stop')
  expect(deepseek.lastRequest?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
})

test('the AI SDK goes through a tool loop, and echoes the reasoning', async () => {
  const calls = [toolCall('weather', { city: 'Paris' }), toolCall('weather', { city: 'Rome' })]
  const deepseek = fakeDeepSeek([{ reasoning: 'I must look.', toolCalls: calls }, 'Both are sunny.'])
  const stopWhen = stepCountIs(3)
  const result = await generateText({ model: modelOf(deepseek), prompt, tools: { weather }, stopWhen })
  expect(result.text).toBe('Both are sunny.')
  expect(result.steps[0]?.toolCalls).toMatchObject([{ input: { city: 'Paris' } }, { input: { city: 'Rome' } }])
  expect(deepseek.lastRequest?.messages).toMatchObject([
    { role: 'user', content: prompt },
    { role: 'assistant', reasoning: 'I must look.', toolCalls: calls.map(({ id }) => ({ id, name: 'weather' })) },
    { role: 'tool', toolCallId: calls[0]?.id, content: 'sunny in Paris' },
    { role: 'tool', toolCallId: calls[1]?.id, content: 'sunny in Rome' },
  ])
  expect(deepseek).toMatchObject({ count: 2, remaining: 0, misses: [], prompts: [prompt] })
})

test.for([
  [401, false],
  [402, false],
  [429, true],
  [500, true],
] as const)('the AI SDK tells a %i, retryable %j', async ([statusCode, isRetryable]) => {
  const deepseek = fakeDeepSeek([httpError(statusCode, 'No.')])
  const error: unknown = await generateText({ model: modelOf(deepseek), prompt, maxRetries: 0 }).catch(
    (reason: unknown) => reason,
  )
  expect(APICallError.isInstance(error)).toBe(true)
  expect(error).toMatchObject({ statusCode, isRetryable, message: 'No.' })
})

test('the AI SDK retries by itself, and the prompt counts once', async () => {
  const deepseek = fakeDeepSeek([httpError(503, undefined, { retryAfter: 0 }), 'Hi'])
  expect((await generateText({ model: modelOf(deepseek), prompt })).text).toBe('Hi')
  expect(deepseek).toMatchObject({ count: 2, prompts: [prompt] })
})

test('the AI SDK fails behind the deltas before a reset', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'one two three', cut: { after: 2, how: 'reset' } })])
  const result = streamText({ model: modelOf(deepseek), prompt, maxRetries: 0, onError: () => undefined })
  const read: string[] = []
  const reading = (async () => {
    for await (const delta of result.textStream) read.push(delta)
  })()
  await expect(reading).rejects.toThrow(Error)
  expect(read).toEqual(['one ', 'two '])
})

test('the AI SDK ends a stream that has no finish with other, and no error', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'one two three', cut: { after: 2, how: 'end' } })])
  const result = streamText({ model: modelOf(deepseek), prompt })
  expect(await result.text).toBe('one two ')
  expect(await result.finishReason).toBe('other')
})

test('the AI SDK reaches a fake that listens', async () => {
  const deepseek = fakeDeepSeek(['Hi'])
  await deepseek.listen()
  expect((await generateText({ model: modelOf(deepseek), prompt })).text).toBe('Hi')
})
