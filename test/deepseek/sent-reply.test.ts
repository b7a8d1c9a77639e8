import { fakeDeepSeek, raw, reasoning, toolCall, turn, type FakeDeepSeek, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'

async function ask(deepseek: FakeDeepSeek, fields: object = {}): Promise<string> {
  const response = await deepseek.fetch('https://api.deepseek.com/chat/completions', {
    method: 'POST',
    headers: { authorization: 'Bearer sk-fake', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'deepseek-flash', messages: [{ role: 'user', content: 'Hi' }], ...fields }),
  })
  return response.text()
}

const weather = toolCall('get_weather', { city: 'Berlin' })

test.each([[true], [false]])('records what an answer said, with stream: %j', async (stream) => {
  const deepseek = fakeDeepSeek([[reasoning('The weather, '), reasoning('then.'), 'Let me look.', weather]])
  await ask(deepseek, { stream })
  expect(deepseek.lastRequest?.reply).toEqual({
    text: 'Let me look.',
    reasoning: 'The weather, then.',
    toolCalls: [{ id: weather.id, name: 'get_weather', arguments: '{"city":"Berlin"}' }],
  })
})

test('records a raw delta as part of what was said', async () => {
  const deepseek = fakeDeepSeek([[raw({ reasoning_content: 'Hm.' }), raw({ content: 'Hi' }), ' there']])
  await ask(deepseek, { stream: true })
  expect(deepseek.lastRequest?.reply).toMatchObject({ text: 'Hi there', reasoning: 'Hm.' })
})

test('records what went out before a cut, which is nothing where the answer is JSON', async () => {
  const cut = turn({ text: 'abcdef', chunks: ['ab', 'cd', 'ef'], cut: { after: 2, how: 'end' } })
  const deepseek = fakeDeepSeek([cut, cut])
  await ask(deepseek, { stream: true })
  expect(deepseek.lastRequest?.reply).toMatchObject({ text: 'abcd' })
  await ask(deepseek)
  expect(deepseek.lastRequest?.reply).toBeUndefined()
})

test.each<[string, Reply, object]>([
  ['an HTTP error', turn({ status: 503 }), {}],
  ['a refused request', 'Hello', { model: 'gpt-5' }],
])('records no reply for %s', async (_name, reply, fields) => {
  const deepseek = fakeDeepSeek([reply])
  await ask(deepseek, fields)
  expect(deepseek.lastRequest).toMatchObject({ reply: undefined })
})
