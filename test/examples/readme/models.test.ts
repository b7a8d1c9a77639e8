import {
  attachHuman,
  call,
  FakeHuman,
  FakeModel,
  fakeOpencode,
  reply,
  runPrompt,
  ScriptedModel,
  toolCall,
  turn,
} from 'opencode-testing'
import { expect, test } from 'vitest'

test('a fake model', async () => {
  const model = new FakeModel(
    [
      toolCall('get_weather', { city: 'Oslo' }),
      turn({ text: 'Rain.', usage: { prompt: 90, completion: 10 } }),
      new Error('down'),
    ],
    { price: { input: 0.5, output: 2 } },
  )
  const messages = [{ role: 'user', content: 'How is the weather in Oslo?' }] as const
  const { toolCalls, usage } = await model.respond({ messages, tools: [{ name: 'get_weather' }] })
  expect(toolCalls).toMatchObject([{ name: 'get_weather', args: { city: 'Oslo' } }])
  expect(usage.prompt).toBeGreaterThan(0) // estimated, where the turn says nothing

  const { text } = await model.respond({ messages })
  expect(text).toBe('Rain.')
  expect(model.cost(model.requests[1])).toBeCloseTo(0.000065, 12) // (90 × 0.5 + 10 × 2) / 1,000,000
  await expect(model.respond({ messages })).rejects.toThrow('down')
  expect(model).toHaveOfferedTool('get_weather')
  expect(model).toHaveConsumedScript()
})

test('a scripted model', async () => {
  const model = new ScriptedModel([call('delete_file', { path: 'a.txt' }), reply('Done.')])
  const request = { messages: [{ role: 'user', content: 'Tidy up' }] } as const
  await expect(model.respond(request)).rejects.toThrow('steps[0] calls delete_file, but the request offers no tools')
  expect(() => model.assertConsumed()).toThrow('2 of 2 steps left')
})

test('a fake human', async () => {
  const human = new FakeHuman(['yes', 'a few', ' 3 ', 'Blue'])
  expect(await human.ask('Sure?', Boolean)).toBe(true)
  expect(await human.ask('How many?', Number)).toBe(3) // 'a few' is no number: skipped
  expect(await human.ask('Which?', ['Red', 'Blue'])).toBe('Blue')
  expect(human).toHaveAsked('How many')
})

test('a human of the fake itself', async () => {
  const human = new FakeHuman(['yes', ['Red']])
  const question = { question: 'Which colour?', header: 'Colour', options: [{ label: 'Red', description: 'as blood' }] }
  const opencode = fakeOpencode({
    human,
    permissions: { bash: 'ask' },
    script: [toolCall('bash', { command: 'rm a.txt' }), toolCall('question', { questions: [question] }), 'Done.'],
  })
  const run = await runPrompt(opencode, 'Tidy up')
  expect(run).toHaveText('Done.')
  expect(human.questions).toEqual(['Allow bash: rm a.txt?', 'Which colour?'])
})

test('a human attached to a server', async () => {
  const opencode = fakeOpencode({
    permissions: { bash: 'ask' },
    script: [toolCall('bash', { command: 'rm a.txt' }), 'As you wish.'],
  })
  const detach = await attachHuman(opencode.url, new FakeHuman([{ reject: 'keep it' }]))
  expect(await runPrompt(opencode.url, 'Tidy up')).toHaveText('As you wish.')
  await detach() // rejects with what it could not answer
})
