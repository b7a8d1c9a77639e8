import {
  call,
  type ModelRequest,
  reply,
  runTypescript,
  ScriptedModel,
  ScriptExhaustedError,
  ScriptNotConsumedError,
  ToolNotOfferedError,
} from 'opencode-testing'
import { expect, test } from 'vitest'

const ask = (...tools: readonly string[]): ModelRequest => ({
  messages: [{ role: 'user', content: 'How is the weather in Oslo?' }],
  tools: tools.map((name) => ({ name })),
})

const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    return error
  }
}

test('a ScriptedModel answers step by step', async () => {
  const model = new ScriptedModel([call('get_weather', { city: 'Oslo' }), runTypescript('1 + 1'), reply('It rains.')])
  expect(await model.respond(ask('get_weather', 'get_news'))).toMatchObject({
    text: '',
    toolCalls: [{ name: 'get_weather', args: { city: 'Oslo' } }],
    finish: 'tool_calls',
  })
  expect((await model.respond(ask('run_typescript'))).toolCalls).toMatchObject([
    { name: 'run_typescript', args: { code: '1 + 1' } },
  ])
  expect(await model.respond(ask())).toMatchObject({ text: 'It rains.', finish: 'stop' })
  expect(model.prompts).toEqual(Array.from({ length: 3 }, () => 'How is the weather in Oslo?'))
  expect(model.requests).toHaveLength(3)
  expect(model.remaining).toBe(0)
})

test.each([
  { steps: [reply('Hi'), 'Bye'], message: 'steps[1]: expected a step: reply(text), call(name, args)' },
  { steps: [{ text: 'Hi', delayChunk: 5 }], message: 'steps[0].delayChunk: expected one of text' },
  { steps: [{ status: 500 }], message: 'steps[0].status: expected one of text' },
  { steps: [{ name: '', args: {} }], message: "steps[0].name: expected a tool's name" },
  { steps: reply('Hi'), message: 'steps: expected a list of steps' },
])('what is no step throws when the model is made: $message', ({ steps, message }) => {
  expect(() => Reflect.construct(ScriptedModel, [steps])).toThrow(message)
})

test('a call of a tool that is not offered rejects, lists what is, and uses no step', async () => {
  const model = new ScriptedModel([call('get_weather')])
  const error = await thrownBy(() => model.respond(ask('get_news', 'bash')))
  expect(error).toBeInstanceOf(ToolNotOfferedError)
  expect(error).toMatchObject({
    name: 'ToolNotOfferedError',
    code: 'OPENCODE_TESTING_TOOL_NOT_OFFERED',
    tool: 'get_weather',
    offered: ['get_news', 'bash'],
    message:
      'ScriptedModel: steps[0] calls get_weather, but the request offers get_news, bash; offer get_weather, or script a tool that is offered',
  })
  expect(model.remaining).toBe(1)
  expect(model.requests).toHaveLength(1)
  expect((await model.respond(ask('get_weather'))).toolCalls).toHaveLength(1)
})

test('where run_typescript is offered, the error says to script a program', async () => {
  const model = new ScriptedModel([call('get_weather')])
  await expect(model.respond(ask('run_typescript'))).rejects.toThrow(
    'script it with runTypescript(…), a program that calls get_weather',
  )
  await expect(model.respond(ask())).rejects.toThrow('but the request offers no tools; offer get_weather')
})

test('a request past the end rejects and says how long the script was', async () => {
  const model = new ScriptedModel([reply('Hi'), reply('Bye')])
  await model.respond(ask())
  await model.respond(ask())
  const error = await thrownBy(() => model.respond(ask()))
  expect(error).toBeInstanceOf(ScriptExhaustedError)
  expect(error).toMatchObject({
    name: 'ScriptExhaustedError',
    code: 'OPENCODE_TESTING_SCRIPT_EXHAUSTED',
    length: 2,
    asked: 'How is the weather in Oslo?',
    message:
      'ScriptedModel: request 3 (last message "How is the weather in Oslo?") has none of its steps left, 2 were scripted; add one, or end the loop before it',
  })
  expect(model.requests).toHaveLength(3)
})

test('assertConsumed throws for steps that are left, and lists them', async () => {
  const model = new ScriptedModel([reply('Hi'), call('bash', { command: 'ls' })])
  await model.respond(ask())
  const error = await thrownBy(() => model.assertConsumed())
  expect(error).toBeInstanceOf(ScriptNotConsumedError)
  expect(error).toMatchObject({
    code: 'OPENCODE_TESTING_SCRIPT_NOT_CONSUMED',
    left: ['steps[1]: bash({"command":"ls"})'],
    message: 'ScriptedModel: 1 of 2 steps left after 1 requests:\nsteps[1]: bash({"command":"ls"})',
  })
  await model.respond(ask('bash'))
  model.assertConsumed()
})
