import { generateObject, generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import {
  call,
  FakeModel,
  httpError,
  reasoning,
  reply,
  RunResult,
  runTypescript,
  ScriptedModel,
  toolCall,
  turn,
} from 'opencode-testing'
import { languageModel, runTypescriptTool } from 'opencode-testing/ai'
import { expect, test } from 'vitest'

const get_weather = tool({
  inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
  execute: ({ city }) => {
    if (city === 'Atlantis') throw new Error('no such city')
    return { city, sky: 'sunny' }
  },
})

const loop = { tools: { get_weather }, stopWhen: stepCountIs(5), prompt: 'How is the weather?', maxRetries: 0 }

const quiet = { onError: () => undefined }

/** Two steps: 100 + 10 tokens and 200 + 20, of which 50 came from the cache and 5 are reasoning. */
const weather = (): FakeModel =>
  new FakeModel(
    [
      turn({ toolCalls: [toolCall('get_weather', { city: 'Oslo' })], usage: { prompt: 100, completion: 10 } }),
      turn({ reasoning: 'It is.', text: 'Sunny.', usage: { prompt: 200, completion: 20, cacheHit: 50, reasoning: 5 } }),
    ],
    { price: { input: 1, output: 2, cacheRead: 0.1 } },
  )

// Per million: (100 + 150) at 1, 50 at 0.1, (10 + 20) at 2.
const COST = (250 + 5 + 60) / 1e6

const sources = {
  generateText: async () => RunResult.from(await generateText({ model: languageModel(weather()), ...loop })),
  streamText: () => RunResult.fromStream(streamText({ model: languageModel(weather()), ...loop })),
}

test.each(Object.entries(sources))('reads a run from %s', async (_name, run) => {
  const result = await run()
  expect(result).toHaveOutcome('succeeded')
  expect(result).toHaveText('Sunny.')
  expect(result).toHaveReasoning('It is.')
  expect(result).toHaveSteps(2)
  expect(result).toEndTurnWith('stop')
  expect(result).toHaveCalledTool('get_weather', { city: 'Oslo' })
  expect(result).toHaveCalledTools(['get_weather'])
  expect(result).toHaveCost(COST)
  expect(result).toHaveTokens({ input: 250, output: 25, reasoning: 5, cache: { read: 50, write: 0 }, total: 330 })
  expect(result).toHaveSentPrompt('How is the weather?', { times: 1 })
  expect(result.toolCalls).toMatchObject([{ status: 'completed', output: '{"city":"Oslo","sky":"sunny"}' }])
  expect(result.steps.map(({ finish }) => finish)).toEqual(['tool-calls', 'stop'])
  expect([result.session, result.error]).toEqual([null, null])
  expect(String(result)).toContain('run: succeeded')
})

test('reads a stream that was read elsewhere, and one of parts alone', async () => {
  const read = streamText({ model: languageModel(new FakeModel(['Hello.'])), prompt: 'Say hello' })
  expect(await read.text).toBe('Hello.')
  expect(await RunResult.fromStream(read)).toHaveText('Hello.')
  const { fullStream } = streamText({ model: languageModel(new FakeModel(['Hello.'])), prompt: 'Say hello' })
  expect(await RunResult.fromStream(fullStream)).toHaveOutcome('succeeded')
})

test('refuses a stream of texts, which is no run', async () => {
  const { textStream } = streamText({ model: languageModel(new FakeModel(['Hello.'])), prompt: 'Say hello' })
  await expect(RunResult.fromStream(textStream)).rejects.toThrow(
    'expected what streamText() returned, or its fullStream',
  )
})

test('tells a tool that failed, and one that nobody ran', async () => {
  const calls = [toolCall('get_weather', { city: 'Atlantis' }), toolCall('ask', {})]
  const model = languageModel(new FakeModel([calls]))
  const ask = tool({
    inputSchema: jsonSchema<{ city?: string }>({ type: 'object' }),
    outputSchema: jsonSchema<string>({}),
  })
  const run = RunResult.from(await generateText({ model, prompt: 'Go', tools: { get_weather, ask } }))
  expect(run.toolCalls).toMatchObject([
    { name: 'get_weather', status: 'error', error: 'no such city' },
    { name: 'ask', status: 'pending' },
  ])
  expect(run).toHaveOutcome('succeeded')
  expect(run).toEndTurnWith('tool-calls')
})

test('puts the calls of a program in place of the call that ran it', async () => {
  const code = "await tools.client.get_weather({ city: 'Oslo' }); await tools.fail(); return 1"
  const run_typescript = runTypescriptTool({
    client: { get_weather: ({ city }: { city: string }) => `${city}: sunny` },
    fail: () => Promise.reject(new Error('no')),
  })
  const model = languageModel(
    new ScriptedModel([runTypescript(code), call('get_weather', { city: 'Rome' }), reply('OK')]),
  )
  const result = await generateText({ model, ...loop, tools: { run_typescript, get_weather } })
  const run = RunResult.from(result)
  expect(run).toHaveCalledTools(['client.get_weather', 'fail', 'get_weather'])
  expect(run.toolCalls).toMatchObject([
    { input: { city: 'Oslo' }, output: 'Oslo: sunny', status: 'completed', via: 'run_typescript' },
    { input: {}, error: 'no', status: 'error', via: 'run_typescript' },
    { input: { city: 'Rome' }, status: 'completed' },
  ])
  expect(run.toolCalls[2]).not.toHaveProperty('via')
  expect(run.steps[0]?.toolCalls).toMatchObject([
    { name: 'run_typescript', status: 'error', error: 'Error: no', input: { code } },
  ])
  expect(String(run)).toContain('run_typescript > client.get_weather {"city":"Oslo"}')
})

test('keeps the call of a program that called nothing', async () => {
  const model = languageModel(new ScriptedModel([runTypescript('return 1n'), reply('OK')]))
  const result = await generateText({ model, ...loop, tools: { run_typescript: runTypescriptTool({}) } })
  expect(RunResult.from(result).toolCalls).toMatchObject([
    { name: 'run_typescript', status: 'completed', output: '{"value":"1","logs":[],"calls":[]}' },
  ])
})

test('reads a failed run from the error that was thrown', async () => {
  const model = languageModel(new FakeModel([turn({ ...httpError(429, 'slow down', { retryAfter: 0 }), repeat: 2 })]))
  const ask = (maxRetries: number): Promise<unknown> =>
    generateText({ model, prompt: 'Go', maxRetries }).catch((error: unknown) => error)
  const last = RunResult.from(await ask(1))
  expect(last).toHaveOutcome('failed')
  expect(last).toHaveFailedWith({ name: 'AI_RetryError', message: 'slow down', status: 429 })
})

test('reads an interrupted run from an abort', async () => {
  const model = languageModel(new FakeModel([turn({ cut: 'hang' })]))
  const abortSignal = AbortSignal.abort()
  const thrown = await generateText({ model, prompt: 'Go', abortSignal }).catch((error: unknown) => error)
  expect(RunResult.from(thrown)).toHaveOutcome('interrupted')
})

const play = (cut: 'reset' | 'hang'): ReturnType<typeof languageModel> =>
  languageModel(new FakeModel([turn({ text: 'a b c', cut: { after: 1, how: cut } })]))

test('reads what a stream came to before it broke, failed or was aborted', async () => {
  const broken = await RunResult.fromStream(streamText({ model: play('reset'), prompt: 'Go', ...quiet }))
  expect(broken).toHaveOutcome('failed')
  expect(broken).toHaveFailedWith({ name: 'AI_APICallError' })
  expect(broken).toHaveText(/^a/)
  const refused = languageModel(new FakeModel([httpError(401, 'Authentication Fails')]))
  const failed = await RunResult.fromStream(streamText({ model: refused, prompt: 'Go', ...quiet }))
  expect(failed).toHaveFailedWith({ status: 401, message: 'Authentication Fails' })
  expect(failed).toHaveSteps(0)
  const stop = new AbortController()
  const onChunk = (): void => stop.abort()
  const hanging = streamText({ model: play('hang'), prompt: 'Go', abortSignal: stop.signal, onChunk })
  expect(await RunResult.fromStream(hanging)).toHaveOutcome('interrupted')
})

test('fails a run whose last step was cut off by the provider', async () => {
  const model = languageModel(new FakeModel([turn({ text: 'I', finish: 'insufficient_system_resource' })]))
  const run = RunResult.from(await generateText({ model, prompt: 'Go' }))
  expect(run).toHaveOutcome('failed')
  expect(run).toHaveFailedWith('finish reason error')
})

test('reads structured output, and an answer that is none', async () => {
  const schema = jsonSchema<{ label: string }>({ type: 'object' })
  const model = languageModel(new FakeModel(['{"label":"bug"}', [reasoning('Hm.'), 'a bug']]))
  const ask = (): Promise<unknown> =>
    generateObject({ model, schema, prompt: 'Label it' }).catch((error: unknown) => error)
  expect(RunResult.from(await ask())).toHaveText('{"label":"bug"}')
  const failed = RunResult.from(await ask())
  expect(failed).toHaveFailedWith({ name: 'AI_NoObjectGeneratedError' })
  expect(failed).toHaveText('a bug')
})

test('reads the prompts that end the first request, and no earlier ones', async () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Label it' },
        { type: 'text', text: 'please' },
      ],
    },
  ] as const
  const model = languageModel(new FakeModel(['bug']))
  const result = await generateText({ model, messages: messages.map((message) => structuredClone(message)) as never })
  expect(RunResult.from(result)).toHaveSentPrompts(['Label it\nplease'])
})

test('refuses a stream where a result is wanted, and says what to do', async () => {
  const result = streamText({ model: languageModel(new FakeModel(['Hi'])), prompt: 'Go' })
  expect(() => RunResult.from(result)).toThrow('await RunResult.fromStream(result)')
  await expect(RunResult.fromStream(7)).rejects.toThrow(
    'value: expected what streamText() returned, or its fullStream, received 7',
  )
  await result.consumeStream()
})
