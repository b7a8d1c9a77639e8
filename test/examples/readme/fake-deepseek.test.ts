import { createDeepSeek } from '@ai-sdk/deepseek'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { fakeDeepSeek, httpError, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'

test('plays DeepSeek to openai', async () => {
  const deepseek = fakeDeepSeek([
    { reasoning: 'I must look.', toolCalls: [toolCall('weather', { city: 'Paris' })] },
    httpError(429),
    turn({ text: 'It is sunny.', cut: { after: 2, how: 'reset' } }),
  ])
  const client = new OpenAI(deepseek.clientOptions())
  const answer = await client.chat.completions.create({
    model: 'deepseek-flash',
    messages: [{ role: 'user', content: 'How is the weather in Paris?' }],
  })
  expect(answer.choices[0]?.finish_reason).toBe('tool_calls')
  expect(deepseek).toMatchObject({ prompts: ['How is the weather in Paris?'], remaining: 2 })
})

test('plays DeepSeek to the AI SDK', async () => {
  const deepseek = fakeDeepSeek(['It is sunny.'])
  const provider = createDeepSeek(deepseek.clientOptions())
  const { text } = await generateText({ model: provider('deepseek-flash'), prompt: 'How is the weather?' })
  expect(text).toBe('It is sunny.')
  // (64 * 0.003 + 36 * 0.15 + 20 * 0.60) / 1,000,000 USD
  expect(deepseek.cost()).toBe(0.000017592)
})
