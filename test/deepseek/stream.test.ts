import { fakeDeepSeek, raw, reasoning, toolCall, turn, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { streamed } from './ask.ts'
import { defaultUsage, done, frame, last, plainRole, plainUsage, thinkingRole } from './frames.ts'

const fake = (reply: Reply): ReturnType<typeof fakeDeepSeek> => fakeDeepSeek([reply], { clock: 'fixed' })
const off = { thinking: { type: 'disabled' } }

const text = (delta: string): string => frame(`{"content":"${delta}","reasoning_content":null}`)
const thought = (delta: string): string => frame(`{"content":null,"reasoning_content":"${delta}"}`)
const opened = (index: number, id: string, name: string): string =>
  frame(
    `{"tool_calls":[{"index":${index},"id":"${id}","type":"function","function":{"name":"${name}","arguments":""}}]}`,
  )
const fragment = (index: number, delta: string): string =>
  frame(`{"tool_calls":[{"index":${index},"function":{"arguments":"${delta}"}}]}`)
const tokens = (index: number, ...deltas: string[]): string => deltas.map((delta) => fragment(index, delta)).join('')

test('streams reasoning, then text, in thinking mode', async () => {
  const deepseek = fake({ reasoning: 'Let me see.', text: 'It is sunny.' })
  expect(await streamed(deepseek)).toBe(
    thinkingRole +
      thought('Let ') +
      thought('me ') +
      thought('see.') +
      text('It ') +
      text('is ') +
      text('sunny.') +
      last() +
      done,
  )
})

test.for([
  ['thinking disabled', off],
  ['reasoning_effort none', { reasoning_effort: 'none' }],
])('has no reasoning keys with %s', async ([, fields]) => {
  expect(await streamed(fake('It is sunny.'), fields as object)).toBe(
    plainRole +
      frame('{"content":"It "}') +
      frame('{"content":"is "}') +
      frame('{"content":"sunny."}') +
      frame('{"content":""}', { finish: 'stop', usage: plainUsage }) +
      done,
  )
})

test('streams a tool call: its head, then its arguments token by token', async () => {
  const id = 'call_00_IhCAliIHtM9gKpgfqbBV9873'
  const deepseek = fake({ id, name: 'weather', args: '{"location": "San Francisco"}' })
  expect(await streamed(deepseek)).toBe(
    thinkingRole +
      opened(0, id, 'weather') +
      tokens(0, '{', '\\"', 'location', '\\"', ': ', '\\"', 'San Francisco', '\\"', '}') +
      last('tool_calls') +
      done,
  )
})

test('streams parallel tool calls one after the other, with an index each', async () => {
  const deepseek = fake([toolCall('weather', { city: 'Paris' }), toolCall('time')])
  expect(await streamed(deepseek, off)).toBe(
    plainRole +
      opened(0, 'call_000000000001', 'weather') +
      tokens(0, '{', '\\"', 'city', '\\"', ':', '\\"', 'Paris', '\\"', '}') +
      opened(1, 'call_000000000002', 'time') +
      tokens(1, '{', '}') +
      frame('{"content":""}', { finish: 'tool_calls', usage: plainUsage }) +
      done,
  )
})

test('streams text and tool calls in one message, and a block list in its own order', async () => {
  const deepseek = fake([toolCall('time', ''), reasoning('Hm'), 'Now'])
  expect(await streamed(deepseek)).toBe(
    thinkingRole + opened(0, 'call_000000000001', 'time') + thought('Hm') + text('Now') + last('tool_calls') + done,
  )
})

test('streams an empty turn as its role and its finish', async () => {
  expect(await streamed(fake({}))).toBe(thinkingRole + last() + done)
})

test('passes a raw block as a delta of its own', async () => {
  const deepseek = fake(['a', raw({ content: 'b', logprobs: [1] }), 'c'])
  expect(await streamed(deepseek)).toBe(
    thinkingRole + text('a') + frame('{"content":"b","logprobs":[1]}') + text('c') + last() + done,
  )
})

test.for(['length', 'content_filter', 'insufficient_system_resource', 'aborted', 'tool_calls'])(
  'finishes with %s where the turn says so',
  async (finish) => {
    expect(await streamed(fake(turn({ text: 'Hi', finish })))).toBe(thinkingRole + text('Hi') + last(finish) + done)
  },
)

test('reports the usage of the turn, reasoning inside the completion', async () => {
  const usage = { prompt: 31_143, completion: 412, cacheHit: 29_568, reasoning: 300 }
  // 31,143 - 29,568 = 1,575 missed; 31,143 + 412 = 31,555 in total.
  const reported =
    '{"prompt_tokens":31143,"completion_tokens":412,"total_tokens":31555,"prompt_tokens_details":{"cached_tokens":29568},' +
    '"completion_tokens_details":{"reasoning_tokens":300},"prompt_cache_hit_tokens":29568,"prompt_cache_miss_tokens":1575}'
  expect(await streamed(fake({ text: 'Hi', usage }))).toBe(thinkingRole + text('Hi') + last('stop', reported) + done)
})

test('splits the text into the deltas that the turn names', async () => {
  expect(await streamed(fake({ chunks: ['It', ' is su', '', 'nny.'] }))).toBe(
    thinkingRole + text('It') + text(' is su') + text('') + text('nny.') + last() + done,
  )
})

test('counts ids up, and gives each chunk of an answer the same', async () => {
  const deepseek = fakeDeepSeek(['one', 'two'], { clock: 'fixed' })
  await streamed(deepseek)
  const options = { count: 2 }
  expect(await streamed(deepseek)).toBe(
    frame('{"role":"assistant","content":null,"reasoning_content":""}', options) +
      frame('{"content":"two","reasoning_content":null}', options) +
      frame('{"content":"","reasoning_content":null}', { ...options, finish: 'stop', usage: defaultUsage }) +
      done,
  )
})

test('echoes the alias that was asked for', async () => {
  const model = 'deepseek-v4-flash'
  expect(await streamed(fake('Hi'), { model, ...off })).toBe(
    frame('{"role":"assistant","content":""}', { model }) +
      frame('{"content":"Hi"}', { model }) +
      frame('{"content":""}', { model, finish: 'stop', usage: plainUsage }) +
      done,
  )
})

test('thinks by the model in 2025', async () => {
  const chat = fakeDeepSeek(['Hi'], { clock: 'fixed', profile: '2025-12' })
  const model = 'deepseek-chat'
  expect(await streamed(chat, { model })).toBe(
    frame('{"role":"assistant","content":""}', { model }) +
      frame('{"content":"Hi"}', { model }) +
      frame('{"content":""}', { model, finish: 'stop', usage: plainUsage }) +
      done,
  )
  const reasoner = fakeDeepSeek([{ reasoning: 'Hm', text: 'Hi' }], { clock: 'fixed', profile: '2025-12' })
  expect(await streamed(reasoner, { model: 'deepseek-reasoner' })).toContain('"reasoning_content":"Hm"')
})
