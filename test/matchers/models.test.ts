import { FakeHuman, FakeModel, type RespondMessage, ScriptedModel, call, reply } from 'opencode-testing'
import { expect, test } from 'vitest'

const user = (content: string): RespondMessage => ({ role: 'user', content })
const tools = [{ name: 'get_weather' }]

/** A model that has answered a tool loop: a thought and a call, its result, an answer. `echo`: what the loop sends back of the thought. */
async function looped(echo: string | undefined): Promise<FakeModel> {
  const model = new FakeModel([
    { reasoning: 'I must look.', toolCalls: [call('get_weather', { city: 'Oslo' })] },
    'Rain.',
  ])
  const messages = [user('How is the weather in Oslo?')]
  const { text, toolCalls } = await model.respond({ messages, tools })
  const assistant: RespondMessage = {
    role: 'assistant',
    content: text,
    toolCalls,
    ...(echo !== undefined && { reasoning: echo }),
  }
  const result: RespondMessage = { role: 'tool', content: '4 degrees', toolCallId: toolCalls[0]?.id ?? '' }
  await model.respond({ messages: [...messages, assistant, result], tools })
  return model
}

const passing: readonly [name: string, check: (model: FakeModel) => void][] = [
  ['toHaveSentPrompt', (model) => expect(model).toHaveSentPrompt('How is the weather in Oslo?', { times: 1 })],
  ['toHaveSentPrompts', (model) => expect(model).toHaveSentPrompts(['How is the weather in Oslo?'])],
  ['toHaveConsumedScript', (model) => expect(model).toHaveConsumedScript()],
  ['toHaveOfferedTool', (model) => expect(model).toHaveOfferedTool('get_weather')],
  ['toHaveSentToolResult', (model) => expect(model).toHaveSentToolResult('get_weather', '4 degrees')],
  ['toHaveEchoedReasoning', (model) => expect(model).toHaveEchoedReasoning()],
  ['toHaveStablePrefix', (model) => expect(model).toHaveStablePrefix()],
]

test.for(passing)('%s reads what a model recorded', async ([, check]) => {
  check(await looped('I must look.'))
})

const failing: readonly [name: string, check: (model: FakeModel) => void, text: string][] = [
  [
    'toHaveSentPrompt',
    (model) => expect(model).toHaveSentPrompt('How is the weather in Rome?'),
    'How is the weather in Oslo?',
  ],
  ['toHaveSentPrompts', (model) => expect(model).toHaveSentPrompts([]), 'How is the weather in Oslo?'],
  ['toHaveConsumedScript', (model) => expect(model).not.toHaveConsumedScript(), 'toHaveConsumedScript'],
  ['toHaveOfferedTool', (model) => expect(model).toHaveOfferedTool('get_time'), 'get_weather'],
  ['toHaveSentToolResult', (model) => expect(model).toHaveSentToolResult('get_weather', '5 degrees'), '4 degrees'],
  ['toHaveEchoedReasoning', (model) => expect(model).toHaveEchoedReasoning(), 'I must look.'],
  ['toHaveStablePrefix', (model) => expect(model).not.toHaveStablePrefix(), 'toHaveStablePrefix'],
]

test.for(failing)('%s says what a model recorded instead', async ([, check, text]) => {
  const model = await looped('I must think.')
  expect(() => check(model)).toThrow(text)
})

test('toHaveConsumedScript counts the replies that are left, and names what asked for more', async () => {
  const model = new ScriptedModel([reply('One.'), reply('Two.')])
  await model.respond({ messages: [user('Go')] })
  expect(() => expect(model).toHaveConsumedScript()).toThrow('Received replies left:  1')
  const asked = new FakeModel([])
  await expect(asked.respond({ messages: [user('Go')] })).rejects.toThrow('none of its replies left')
  expect(() => expect(asked).toHaveConsumedScript()).toThrow('Go')
})

test('toHaveStablePrefix names the message that a later request changed', async () => {
  const model = new FakeModel(['One.', 'Two.'])
  await model.respond({ messages: [{ role: 'system', content: 'It is 10:00.' }, user('Go')] })
  await model.respond({ messages: [{ role: 'system', content: 'It is 10:01.' }, user('Go'), user('On')] })
  expect(() => expect(model).toHaveStablePrefix()).toThrow('It is 10:01.')
})

test('toHaveAsked reads the questions of a human', async () => {
  const human = new FakeHuman(['yes'])
  await human.ask('Delete notes.txt?', Boolean)
  expect(human).toHaveAsked('notes.txt')
  expect(human).toHaveAsked(/^Delete .*\?$/)
  expect(() => expect(human).toHaveAsked('taxes.txt')).toThrow('Delete notes.txt?')
})
