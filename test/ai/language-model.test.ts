import { generateObject, generateText, jsonSchema, Output, stepCountIs, streamText, tool, ToolLoopAgent } from 'ai'
import { call, FakeModel, reasoning, reply, ScriptedModel, toolCall, turn } from 'opencode-testing'
import { languageModel } from 'opencode-testing/ai'
import { expect, test } from 'vitest'

const tools = {
  get_weather: tool({
    description: 'The weather of a city',
    inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
    execute: ({ city }) => `${city}: sunny`,
  }),
}

const loop = { tools, stopWhen: stepCountIs(5) }

test('answers generateText with text, reasoning and usage', async () => {
  const usage = { prompt: 100, completion: 20, cacheHit: 60, reasoning: 5 }
  const model = new FakeModel([turn({ reasoning: 'It is a greeting.', text: 'Hello.', usage })], { name: 'fake-1' })
  const result = await generateText({ model: languageModel(model), prompt: 'Say hello', system: 'Be brief.' })
  expect(result).toMatchObject({
    text: 'Hello.',
    reasoningText: 'It is a greeting.',
    finishReason: 'stop',
    rawFinishReason: 'stop',
    warnings: [],
    usage: {
      inputTokens: 100,
      inputTokenDetails: { noCacheTokens: 40, cacheReadTokens: 60 },
      outputTokens: 20,
      outputTokenDetails: { textTokens: 15, reasoningTokens: 5 },
      totalTokens: 120,
    },
    response: { id: 'response-1', modelId: 'fake-1', timestamp: expect.any(Date) },
  })
  expect(model.requests).toMatchObject([
    {
      model: 'fake-1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Say hello' },
      ],
    },
  ])
})

test('plays a tool loop of generateText, with parallel calls', async () => {
  const calls = ['Oslo', 'Rome'].map((city) => toolCall('get_weather', { city }))
  const model = new FakeModel([['I look.', ...calls], 'Sunny.'])
  const result = await generateText({ model: languageModel(model), ...loop, prompt: 'How is the weather?' })
  expect(result.text).toBe('Sunny.')
  expect(result.steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
  expect(model.requests[0]?.tools).toMatchObject([{ name: 'get_weather', description: 'The weather of a city' }])
  expect(model.requests[0]?.toolChoice).toEqual({ type: 'auto' })
  expect(model.requests[1]?.messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: 'I look.',
      toolCalls: [
        { id: calls[0]?.id, name: 'get_weather', arguments: '{"city":"Oslo"}' },
        { id: calls[1]?.id, name: 'get_weather', arguments: '{"city":"Rome"}' },
      ],
    },
    { role: 'tool', toolCallId: calls[0]?.id, content: 'Oslo: sunny' },
    { role: 'tool', toolCallId: calls[1]?.id, content: 'Rome: sunny' },
  ])
})

test('plays a tool loop of streamText, part by part', async () => {
  const model = new FakeModel([
    [reasoning('I look it up.'), toolCall('get_weather', { city: 'Oslo' })],
    turn({ text: 'It is sunny.', chunks: ['It is', ' sunny.'] }),
  ])
  const result = streamText({ model: languageModel(model), ...loop, prompt: 'How is the weather?' })
  const parts: unknown[] = []
  for await (const part of result.fullStream) parts.push(part)
  expect(parts.filter((part) => JSON.stringify(part).includes('text-delta'))).toMatchObject([
    { type: 'text-delta', text: 'It is' },
    { type: 'text-delta', text: ' sunny.' },
  ])
  expect(parts).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: 'reasoning-start' }),
      expect.objectContaining({ type: 'tool-input-start', toolName: 'get_weather' }),
      expect.objectContaining({ type: 'tool-call', input: { city: 'Oslo' } }),
      expect.objectContaining({ type: 'tool-result', output: 'Oslo: sunny' }),
      expect.objectContaining({ type: 'finish', finishReason: 'stop' }),
    ]),
  )
  expect(await result.text).toBe('It is sunny.')
  expect(await result.reasoningText).toBeUndefined()
})

test('answers structured output', async () => {
  const schema = jsonSchema<{ label: string }>({ type: 'object', properties: { label: { type: 'string' } } })
  const model = new FakeModel(['{"label":"bug"}', '{"label":"bug"}'])
  const { object } = await generateObject({ model: languageModel(model), schema, prompt: 'Label it' })
  const { output } = await generateText({
    model: languageModel(model),
    output: Output.object({ schema }),
    prompt: 'Label it',
  })
  expect([object, output]).toEqual([{ label: 'bug' }, { label: 'bug' }])
  expect(model.requests[0]?.options).toMatchObject({ responseFormat: { type: 'json', schema: { type: 'object' } } })
})

test('answers an agent', async () => {
  const model = new ScriptedModel([call('get_weather', { city: 'Oslo' }), reply('Sunny.')])
  const agent = new ToolLoopAgent({ model: languageModel(model), tools, instructions: 'You know the weather.' })
  expect((await agent.generate({ prompt: 'How is the weather in Oslo?' })).text).toBe('Sunny.')
  model.assertConsumed()
})
