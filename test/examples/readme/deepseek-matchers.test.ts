import OpenAI from 'openai'
import { type FakeDeepSeek, fakeDeepSeek, fakeOpencode, reasoning, runPrompt, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'

const model = 'deepseek-flash'
const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters: { type: 'object' } } }]

/** A tool loop that gives the model everything back that it said, as DeepSeek asks for. */
async function forecast(deepseek: FakeDeepSeek): Promise<void> {
  const client = new OpenAI(deepseek.clientOptions())
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'How is the weather?' }]
  const { choices } = await client.chat.completions.create({ model, messages, tools })
  const [call] = choices[0]?.message.tool_calls ?? []
  if (!choices[0] || !call) throw new Error('expected a tool call')
  messages.push(choices[0].message, { role: 'tool', tool_call_id: call.id, content: 'sunny' })
  await client.chat.completions.create({ model, messages, tools })
}

const script = [[reasoning('I need the weather.'), toolCall('get_weather', { city: 'Berlin' })], 'It is sunny.']

test('toHaveConsumedScript', async () => {
  const deepseek = fakeDeepSeek(script)
  await forecast(deepseek)
  expect(deepseek).toHaveConsumedScript()
})

test('toHaveReceivedRequest', async () => {
  const deepseek = fakeDeepSeek(script)
  await forecast(deepseek)
  const opencode = fakeOpencode()
  await runPrompt(opencode, 'Fix the login bug', { agent: 'plan' })
  expect(deepseek).toHaveReceivedRequest({ path: '/chat/completions', body: { model: 'deepseek-flash' } })
  expect(deepseek).toHaveReceivedRequest({ headers: { 'Content-Type': /json/, Authorization: 'Bearer [redacted]' } })
  expect(deepseek).toHaveReceivedRequest({ body: { messages: expect.arrayContaining([expect.anything()]) } })
  expect(opencode).toHaveReceivedRequest({ method: 'POST', path: /^\/session\//, body: { agent: 'plan' } })
  expect(opencode).not.toHaveReceivedRequest({ method: 'DELETE' })
})

test('toHaveOfferedTool', async () => {
  const deepseek = fakeDeepSeek(script)
  await forecast(deepseek)
  expect(deepseek).toHaveOfferedTool('get_weather')
  expect(deepseek).not.toHaveOfferedTool(/^delete_/)
})

test('toHaveEchoedReasoning', async () => {
  const deepseek = fakeDeepSeek([
    [reasoning('I need the weather.'), toolCall('get_weather', { city: 'Berlin' })],
    'It is sunny.',
  ])
  await forecast(deepseek)
  expect(deepseek).toHaveEchoedReasoning()
})

test('toHaveSentToolResult, toHaveStablePrefix', async () => {
  const deepseek = fakeDeepSeek(script)
  await forecast(deepseek)
  expect(deepseek).toHaveSentToolResult('get_weather', 'sunny')
  expect(deepseek).toHaveStablePrefix()
})
