import { fakeDeepSeek, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { agent, brokenBy } from './agent.ts'

// langgenius/dify#32222, hermes-agent#56980: parallel calls of which not all are answered.

const parallel = [[toolCall('weather', { city: 'Paris' }), toolCall('weather', { city: 'Rome' })], 'Both are sunny.']

test('a client that answers every parallel call goes through', async () => {
  const deepseek = fakeDeepSeek(parallel)
  expect(await agent(deepseek).ask('Paris and Rome?')).toBe('Both are sunny.')
})

test('a client that answers only one is refused', async () => {
  const deepseek = fakeDeepSeek(parallel)
  const answer = agent(deepseek, { answersAllCalls: false }).ask('Paris and Rome?')
  expect(await brokenBy(answer)).toMatch(/^400 .*\(insufficient tool messages following tool_calls message\)$/)
  expect(deepseek.remaining).toBe(1)
})

// deepseek-ai/DeepSeek-V3#1376, opencode-mem#253: structured output that forces a tool.

test('a client that lets the model choose goes through, one that forces a tool does not', async () => {
  const deepseek = fakeDeepSeek(['It is sunny.'])
  const forced = agent(deepseek, { toolChoice: 'required' }).ask('Paris?')
  expect(await brokenBy(forced)).toBe('400 Thinking mode does not support this tool_choice')
  expect(await agent(deepseek).ask('Paris?')).toBe('It is sunny.')
})

// inngest/agent-kit#329: arguments that are no JSON.

test('arguments that break off reach the client as they are', async () => {
  const files = toolCall('weather', '{"files":[{"path":"a"')
  const deepseek = fakeDeepSeek([turn({ toolCalls: [files] }), 'I gave up.'])
  await agent(deepseek).ask('Go')
  expect(deepseek.lastRequest?.messages[1]?.toolCalls).toMatchObject([{ arguments: '{"files":[{"path":"a"' }])
})
