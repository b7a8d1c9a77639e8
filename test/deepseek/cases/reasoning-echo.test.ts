import { fakeDeepSeek, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { agent, brokenBy } from './agent.ts'

// anomalyco/opencode#25058, pi#3635, kimi-cli#2141: a client that drops reasoning_content gets a 400 in the second request of a tool loop.

const turns = [{ reasoning: 'I must look.', toolCalls: [toolCall('weather')] }, 'It is sunny.', 'Bye.']

test('a client that sends the reasoning back goes through', async () => {
  const deepseek = fakeDeepSeek(turns)
  const { ask } = agent(deepseek)
  expect(await ask('Weather?')).toBe('It is sunny.')
  expect(await ask('Thanks')).toBe('Bye.')
  expect(deepseek.requests.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(deepseek.lastRequest?.messages[1]).toMatchObject({ reasoning: 'I must look.' })
})

test('a client that drops it is refused in its second request', async () => {
  const deepseek = fakeDeepSeek(turns)
  const { ask } = agent(deepseek, { keepsReasoning: false })
  expect(await brokenBy(ask('Weather?'))).toBe(
    '400 The `reasoning_content` in the thinking mode must be passed back to the API.',
  )
  expect(deepseek).toMatchObject({ count: 2, remaining: 2 })
})

test('a client that only keeps what is not empty is refused after a plain answer', async () => {
  const deepseek = fakeDeepSeek(turns)
  const { ask } = agent(deepseek, { keepsEmptyReasoning: false })
  expect(await ask('Weather?')).toBe('It is sunny.')
  expect(await brokenBy(ask('Thanks'))).toMatch(/^400 The `reasoning_content`/)
})

test('in 2025-12 the refusal names the message', async () => {
  const deepseek = fakeDeepSeek(turns, { profile: '2025-12' })
  const { ask } = agent(deepseek, { keepsReasoning: false, model: 'deepseek-reasoner' })
  expect(await brokenBy(ask('Weather?'))).toMatch(/^400 Missing `reasoning_content` .* at message index 1\./)
})
