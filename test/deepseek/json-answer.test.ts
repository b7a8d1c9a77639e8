import { fakeDeepSeek, raw, reasoning, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { chat, post } from './ask.ts'
import { defaultUsage, plainUsage } from './frames.ts'

const off = { thinking: { type: 'disabled' } }

/** facts/deepseek.md section 3.8: the fingerprint comes last, and tool calls have an index here too. */
const completion = (message: string, finish: string, usage: string): string =>
  `{"id":"00000000-0000-4000-8000-000000000001","object":"chat.completion","created":1767225600,"model":"deepseek-flash",` +
  `"choices":[{"index":0,"message":${message},"logprobs":null,"finish_reason":"${finish}"}],"usage":${usage},` +
  `"system_fingerprint":"fa4ede5eec0000000000000000000000"}`

test('answers without a stream as one JSON object', async () => {
  const deepseek = fakeDeepSeek([{ reasoning: 'Let me see.', text: 'It is sunny.' }], { clock: 'fixed' })
  const response = await post(deepseek)
  expect(await response.text()).toBe(
    completion('{"role":"assistant","content":"It is sunny.","reasoning_content":"Let me see."}', 'stop', defaultUsage),
  )
  expect(response.headers.get('content-type')).toBe('application/json')
})

test('has no reasoning key with thinking off', async () => {
  const deepseek = fakeDeepSeek(['It is sunny.'], { clock: 'fixed' })
  const response = await post(deepseek, chat(off))
  expect(await response.text()).toBe(completion('{"role":"assistant","content":"It is sunny."}', 'stop', plainUsage))
})

test('has an empty content beside tool calls, and an index in each', async () => {
  const calls = [toolCall('weather', { city: 'Paris' }), toolCall('time', '{"zone": "CET"')]
  const deepseek = fakeDeepSeek([calls], { clock: 'fixed' })
  const response = await post(deepseek, chat(off))
  const written =
    '{"index":0,"id":"call_000000000001","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Paris\\"}"}},' +
    '{"index":1,"id":"call_000000000002","type":"function","function":{"name":"time","arguments":"{\\"zone\\": \\"CET\\""}}'
  expect(await response.text()).toBe(
    completion(`{"role":"assistant","content":"","tool_calls":[${written}]}`, 'tool_calls', plainUsage),
  )
})

test('joins the blocks of a list, and lays a raw block over the message', async () => {
  const deepseek = fakeDeepSeek([['one ', reasoning('a'), 'two', reasoning('b'), raw({ refusal: null })]])
  const response = await post(deepseek)
  expect(await response.json()).toMatchObject({
    choices: [{ message: { content: 'one two', reasoning_content: 'ab', refusal: null } }],
  })
})

test('answers with JSON where stream is anything but true', async () => {
  const deepseek = fakeDeepSeek(['Hi', 'Hi', 'Hi'])
  for (const stream of [false, null, undefined]) {
    const response = await post(deepseek, chat({ stream }))
    expect(await response.json()).toMatchObject({ object: 'chat.completion' })
  }
})
