import {
  call,
  fakeDeepSeek,
  raw,
  reasoning,
  reply,
  runTypescript,
  toolCall,
  turn,
  type ModelReply,
  type Reply,
} from 'opencode-testing'
import { expect, test } from 'vitest'
import { answered, chat, post } from './ask.ts'
import { deferred } from '../network/wait-for.ts'
import { refusalOf, untyped } from '../opencode/bad-option.ts'

const weather = { id: 'call_w', name: 'weather', args: { city: 'Paris' } }
const written = { id: 'call_w', function: { name: 'weather', arguments: '{"city":"Paris"}' } }
const modelReply: ModelReply = {
  blocks: [reasoning('Hm'), 'Let me look', weather],
  text: 'Let me look',
  reasoning: 'Hm',
  toolCalls: [weather],
  finish: 'tool_calls',
  usage: { prompt: 7, completion: 3 },
}

test.for<[name: string, reply: Reply, expected: object]>([
  ['a string', 'Hi', { message: { content: 'Hi' }, finish_reason: 'stop' }],
  ['an empty string', '', { message: { content: '' }, finish_reason: 'stop' }],
  ['a tool call', weather, { message: { content: '', tool_calls: [written] }, finish_reason: 'tool_calls' }],
  [
    'a list of blocks',
    [reasoning('Hm'), 'Hi', weather],
    { message: { content: 'Hi', reasoning_content: 'Hm', tool_calls: [written] } },
  ],
  ['an empty list', [], { message: { content: '' }, finish_reason: 'stop' }],
  ['a raw block', [raw({ content: 'as it is' })], { message: { content: 'as it is' } }],
  ['a turn', turn({ text: 'Hi', finish: 'length' }), { message: { content: 'Hi' }, finish_reason: 'length' }],
  [
    'a turn with calls that says stop',
    { toolCalls: [weather], finish: 'stop' },
    { message: { tool_calls: [written] }, finish_reason: 'stop' },
  ],
  [
    'a model’s reply',
    modelReply,
    {
      message: { content: 'Let me look', reasoning_content: 'Hm', tool_calls: [written] },
      finish_reason: 'tool_calls',
    },
  ],
  ['a function', () => 'Hi', { message: { content: 'Hi' } }],
  [
    'a function of the request',
    ({ messages }) => `You said ${messages.at(-1)?.content}`,
    { message: { content: 'You said Hi' } },
  ],
  [
    'a function that promises a function',
    async () => Promise.resolve(() => weather),
    { message: { tool_calls: [written] } },
  ],
  ['reply()', reply('Hi'), { message: { content: 'Hi' } }],
  ['call()', call('weather'), { message: { tool_calls: [{ function: { name: 'weather' } }] } }],
  [
    'runTypescript()',
    runTypescript('1'),
    { message: { tool_calls: [{ function: { name: 'run_typescript', arguments: '{"code":"1"}' } }] } },
  ],
])('plays %s', async ([, given, expected]) => {
  const deepseek = fakeDeepSeek([given])
  expect(await answered(deepseek)).toMatchObject({ choices: [expected] })
  expect(deepseek).toMatchObject({ remaining: 0, misses: [] })
})

test("a model's reply brings its usage", async () => {
  const deepseek = fakeDeepSeek([modelReply])
  expect(await answered(deepseek)).toMatchObject({ usage: { prompt_tokens: 7, completion_tokens: 3 } })
})

test('answers with an HTTP error of any body and headers', async () => {
  const deepseek = fakeDeepSeek([
    turn({ status: 429, body: { error: { message: 'slow down' } }, headers: { 'Retry-After': '2' } }),
    turn({ status: 502, body: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } }),
    turn({ status: 503 }),
  ])
  const first = await post(deepseek)
  expect([first.status, first.headers.get('retry-after'), await first.json()]).toEqual([
    429,
    '2',
    { error: { message: 'slow down' } },
  ])
  const second = await post(deepseek, chat({ stream: true }))
  expect([second.status, second.headers.get('content-type'), await second.text()]).toEqual([
    502,
    'text/html',
    '<html>Bad Gateway</html>',
  ])
  expect(await (await post(deepseek)).text()).toBe('')
  expect(deepseek.requests).toMatchObject([{ status: 429 }, { status: 502 }, { status: 503 }])
})

const asks =
  (word: string) =>
  ({ messages }: { messages: readonly { content: string }[] }) =>
    messages.at(-1)?.content.includes(word) ?? false

test('takes a turn whose `when` holds before the queue, in the order given', async () => {
  const deepseek = fakeDeepSeek([
    'queue one',
    turn({ text: 'sun', when: asks('weather'), repeat: 2 }),
    turn({ text: 'rain', when: asks('weather') }),
    'queue two',
  ])
  const contents: unknown[] = []
  for (const content of ['hello', 'weather', 'weather', 'weather', 'weather', 'bye']) {
    contents.push(await answered(deepseek, { messages: [{ role: 'user', content }] }))
  }
  const expected = ['queue one', 'sun', 'sun', 'rain', 'queue two', '']
  expect(contents).toMatchObject(expected.map((content) => ({ choices: [{ message: { content } }] })))
  expect(deepseek.misses).toHaveLength(1)
})

test('plays a turn as often as it repeats', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'again', repeat: 2 }), 'then'])
  expect(deepseek.remaining).toBe(3)
  for (const content of ['again', 'again', 'then']) {
    expect(await answered(deepseek)).toMatchObject({ choices: [{ message: { content } }] })
  }
})

test('hands turns out in the order of arrival, also where a function is slow', async () => {
  const slow = deferred<string>()
  const deepseek = fakeDeepSeek([() => slow.promise, 'second'])
  const first = answered(deepseek)
  const second = await answered(deepseek)
  slow.resolve('first')
  expect(second).toMatchObject({ choices: [{ message: { content: 'second' } }] })
  expect(await first).toMatchObject({ choices: [{ message: { content: 'first' } }] })
})

test('reads a script when it is given: what changes later does not reach it', async () => {
  const args = { city: 'Paris' }
  const fields = { text: 'before', toolCalls: [toolCall('weather', args)] }
  const deepseek = fakeDeepSeek([fields])
  fields.text = 'after'
  args.city = 'Rome'
  expect(await answered(deepseek)).toMatchObject({
    choices: [{ message: { content: 'before', tool_calls: [{ function: { arguments: '{"city":"Paris"}' } }] } }],
  })
})

const circle: Record<string, unknown> = {}
circle['self'] = circle

test.for<[message: string, reply: unknown]>([
  [
    'turns[1]: expected a Reply (a string, a tool call, a list of blocks, a turn, an Error, or a function that gives one), received 5',
    5,
  ],
  ['turns[1]: expected a Reply', null],
  ['turns[1]: expected a Reply', undefined],
  ['turns[1]: expected a Reply', Promise.resolve('x')],
  ['turns[1].name: expected a tool\'s name, received ""', { id: 'a', name: '', args: {} }],
  ['turns[1].args: expected a JSON object, or raw JSON as a string, received 5', { id: 'a', name: 'b', args: 5 }],
  ['turns[1].id: expected a string, received undefined', { name: 'b', args: {} }],
  ['turns[1].arguments: expected one of id, name, args, result', { id: 'a', name: 'b', args: {}, arguments: '' }],
  [
    'turns[1][1]: expected a block (a string, toolCall(name, args), reasoning(text) or raw(block)), received 5',
    ['a', 5],
  ],
  ['turns[1][0].args: expected ', [{ id: 'a', name: 'b', args: [] }]],
  ['turns[1][0].block: expected a value that is JSON', [raw(() => 'x')]],
  ['turns[1][0].block: expected a value that is JSON', [raw(circle)]],
  ['turns[1][0].delay: expected one of type, block', [{ type: 'raw', block: {}, delay: 1 }]],
  ['turns[1].toolCalls: expected a list of tool calls, received ', { toolCalls: weather }],
  ['turns[1].toolCalls[0].name: expected ', { toolCalls: [{ id: 'a', name: 5, args: {} }] }],
  [
    'turns[1].toolCalls[0]: expected a tool call, as toolCall(name, args) makes one, received "weather"',
    { toolCalls: ['weather'] },
  ],
  ['turns[1].txt: expected one of ', { txt: 'Hi' }],
  ['turns[1].keepAlive: expected a number of ms >= 1, received -5', { keepAlive: -5 }],
  ['turns[1].keepAlive: expected a number of ms >= 1, received 0', { keepAlive: 0 }],
  ['turns[1].delayChunk: expected a number of ms >= 0, received -1', { delayChunk: -1 }],
  ['turns[1].bytes: expected an integer >= 1, received 0', { bytes: 0 }],
  ['turns[1].bytes: expected an integer >= 1, received 1.5', { bytes: 1.5 }],
  ['turns[1].chunks: expected an integer >= 1, received 0', { text: 'a', chunks: 0 }],
  ["turns[1].cut: expected 'reset' or 'end' or 'hang', received \"stop\"", { text: 'a', cut: 'stop' }],
  ["turns[1].cut.how: expected 'reset' or 'end' or 'hang', received undefined", { text: 'a', cut: { after: 1 } }],
  [
    "turns[1].cut.after: expected at most 3, the turn's number of deltas, received 4",
    { reasoning: 'a', toolCalls: [{ id: 'a', name: 'b', args: '{}' }], cut: { after: 4, how: 'end' } },
  ],
  ['turns[1].refuse: expected no text, reasoning, tool calls or cut beside refuse', { refuse: true, text: 'a' }],
  ['turns[1].refuse: expected true or false', { refuse: 'yes' }],
  ['turns[1].status: expected no text, reasoning, tool calls or cut beside status', { status: 500, cut: 'hang' }],
  ['turns[1].status: expected ', { status: 200 }],
  ['turns[1].omitDone: expected true or false, received 1', { omitDone: 1 }],
  ['turns[1].omitFinish: expected true or false', { omitFinish: 'no' }],
  ['turns[1].malformedTail: expected true or false', { malformedTail: '{' }],
  ['turns[1].errorFrame: expected a value that is JSON', { errorFrame: circle }],
  ['turns[1].rawFrames: expected a list of strings, received "data: x"', { rawFrames: 'data: x' }],
  ['turns[1].rawFrames[1]: expected a string, received 5', { rawFrames: ['a', 5] }],
  [
    "turns[1].usagePlacement: expected 'last-chunk' or 'trailing' or 'both' or 'every-chunk', received \"first\"",
    { usagePlacement: 'first' },
  ],
  ['turns[1].usage.completion: expected an integer >= 0', { usage: { prompt: 1 } }],
  ['turns[1].blocks: expected a list of blocks, received "Hi"', { blocks: 'Hi' }],
  ['turns[1].tool: expected one of blocks, text, reasoning, toolCalls, finish, usage', { blocks: [], tool: 1 }],
  ['turns[1].finish: expected a string, received 5', { blocks: ['Hi'], finish: 5 }],
])('refuses an item: %s', ([message, item]) => {
  const refusal = refusalOf(() => fakeDeepSeek(['fine', untyped(item), 'fine']))
  expect(refusal.message.slice(0, message.length)).toBe(message)
  expect(message.startsWith(refusal.path)).toBe(true)
})

test('counts on where turns are appended, and adds none of a list with a bad one', () => {
  const deepseek = fakeDeepSeek(['one'])
  expect(refusalOf(() => deepseek.script('two', turn({ keepAlive: -1 }))).path).toBe('turns[2].keepAlive')
  expect(refusalOf(() => deepseek.session('ses_1').script(untyped(5))).path).toBe("session('ses_1').script[0]")
  expect(deepseek.remaining).toBe(1)
})
