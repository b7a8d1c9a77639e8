import { fakeOpencode, reasoning, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { refusalOf, untyped } from '../opencode/bad-option.ts'

const badItems: readonly [message: string, reply: unknown][] = [
  [
    'script[1]: expected a Reply (a string, a tool call, a list of blocks, a turn, an Error, or a function that gives one), received 5',
    5,
  ],
  ['script[1]: expected a Reply (a string, a tool call, a list of blocks', null],
  ['script[1]: expected a Reply (a string, a tool call, a list of blocks', undefined],
  [
    'script[1]: expected a Reply (a string, a tool call, a list of blocks, a turn, an Error, or a function that gives one), received a Promise (is an `await` missing?)',
    Promise.resolve('x'),
  ],
  [
    'script[1][1]: expected a block (a string, toolCall(name, args), reasoning(text) or raw(block)), received 5',
    ['text', 5],
  ],
  [
    'script[1][0]: expected a block (a string, toolCall(name, args), reasoning(text) or raw(block))',
    [{ type: 'text', text: 'x' }],
  ],
  ['script[1][0].text: expected a string, received undefined', [{ type: 'reasoning' }]],
  ['script[1][0].delay: expected one of ', [{ type: 'reasoning', text: 'x', delay: 5 }]],
  ['script[1].txt: expected one of ', { txt: 'x' }],
  ['script[1].tools: expected one of ', { tools: [] }],
  ['script[1].text: expected a string, received 5', { text: 5 }],
  ['script[1].reasoning: expected a string, received 5', { reasoning: 5 }],
  ['script[1].finish: expected a string, received 5', { finish: 5 }],
  ['script[1].delayChunk: expected a number of ms >= 0, received -1', { text: 'x', delayChunk: -1 }],
  ['script[1].delayFirst: expected a number of ms >= 0, received NaN', { text: 'x', delayFirst: Number.NaN }],
  ['script[1].delayBeforeHeaders: expected a number of ms >= 0, received "5"', { text: 'x', delayBeforeHeaders: '5' }],
  ['script[1].delayChunk: expected at most 2147483647 ms', { text: 'x', delayChunk: 2 ** 31 }],
  ['script[1].chunks: expected ', { text: 'a b c', chunks: 0 }],
  ['script[1].chunks: expected an integer >= 1, received 1.5', { text: 'a b c', chunks: 1.5 }],
  [
    'script[1].chunks: expected strings that join to the text \'a b c\', received "a c"',
    { text: 'a b c', chunks: ['a ', 'c'] },
  ],
  ['script[1].chunks[1]: expected a string, received 5', { chunks: ['a', 5] }],
  ["script[1].cut: expected 'reset' or 'end' or 'hang', received \"stop\"", { text: 'a b c', cut: 'stop' }],
  [
    "script[1].cut.after: expected at most 3, the turn's number of deltas, received 4",
    { text: 'a b c', cut: { after: 4, how: 'hang' } },
  ],
  ['script[1].cut.after: expected ', { text: 'a b c', cut: { after: -1, how: 'hang' } }],
  ["script[1].cut.how: expected 'reset' or 'end' or 'hang', received undefined", { text: 'a b c', cut: { after: 1 } }],
  ['script[1].cut.at: expected one of ', { text: 'a b c', cut: { after: 1, how: 'hang', at: 2 } }],
  [
    'script[1].usage: expected a usage { prompt, completion, cacheHit?, cacheMiss?, reasoning? }, received 5',
    { usage: 5 },
  ],
  ['script[1].usage.completion: expected ', { usage: { prompt: 10 } }],
  ['script[1].usage.prompt: expected ', { usage: { prompt: -1, completion: 0 } }],
  ['script[1].usage.cached: expected one of ', { usage: { prompt: 10, completion: 5, cached: 5 } }],
  [
    'script[1].usage.cacheHit: expected cacheHit + cacheMiss to be prompt (10), received 11',
    { usage: { prompt: 10, completion: 5, cacheHit: 11 } },
  ],
  [
    'script[1].usage.cacheHit: expected cacheHit + cacheMiss to be prompt (10), received 9',
    { usage: { prompt: 10, completion: 5, cacheHit: 4, cacheMiss: 5 } },
  ],
  [
    'script[1].usage.reasoning: expected at most completion (5), received 6',
    { usage: { prompt: 10, completion: 5, reasoning: 6 } },
  ],
  ['script[1].omitUsage: expected no usage beside it', { usage: { prompt: 10, completion: 5 }, omitUsage: true }],
  ['script[1].omitUsage: expected true or false, received "yes"', { omitUsage: 'yes' }],
  ['script[1].status: expected ', { status: 200 }],
  ['script[1].status: expected an HTTP error status, 400 to 599, received 600', { status: 600 }],
  [
    'script[1].status: expected no text, reasoning, tool calls or cut beside status, which stands in place of a stream',
    { status: 401, text: 'x' },
  ],
  [
    'script[1].status: expected no text, reasoning, tool calls or cut beside status, which stands in place of a stream',
    { status: 401, cut: 'hang' },
  ],
  ['script[1].status: expected an HTTP status beside body and headers, received undefined', { body: { error: 'x' } }],
  ['script[1].status: expected an HTTP status beside body and headers', { text: 'x', headers: { 'retry-after': '1' } }],
  ['script[1].headers.retry-after: expected a string, received 1', { status: 429, headers: { 'retry-after': 1 } }],
  ['script[1].headers: expected an object', { status: 429, headers: 'retry-after: 1' }],
  ['script[1].body: expected a string or JSON, received 5', { status: 500, body: 5n }],
  ['script[1].body: expected a string or JSON, received ', { status: 500, body: () => 'x' }],
  ['script[1].when: expected a function of the request, received true', { text: 'x', when: true }],
  ['script[1].repeat: expected ', { text: 'x', repeat: 0 }],
  ['script[1].repeat: expected an integer >= 1, received 1.5', { text: 'x', repeat: 1.5 }],
]

test.for(badItems)('refuses an item: %s', ([message, reply]) => {
  const refusal = refusalOf(() => fakeOpencode({ script: ['fine', untyped(reply), 'fine'] }))
  expect(refusal.message.slice(0, message.length)).toBe(message)
  expect(message.startsWith(refusal.path)).toBe(true)
})

test('names a bad item by its place among all that were scripted', () => {
  const opencode = fakeOpencode({ script: ['one', 'two'] })
  opencode.script('three')
  expect(refusalOf(() => opencode.script('four', turn({ text: 'x', delayChunk: -1 }))).path).toBe(
    'script[4].delayChunk',
  )
})

test("names a bad item of one session's script by the session", () => {
  const opencode = fakeOpencode()
  expect(refusalOf(() => opencode.session('ses_1').script('one', untyped(5))).path).toBe("session('ses_1').script[1]")
})

test('adds none of the replies when one of them is refused', () => {
  const opencode = fakeOpencode({ script: ['one'] })
  expect(() => opencode.script('two', untyped(5))).toThrow(/^script\[2\]/)
  expect(opencode.remaining).toBe(1)
  opencode.script('two')
  expect(opencode.remaining).toBe(2)
})

test('a script that was refused does not make the default reply a miss', async () => {
  const opencode = fakeOpencode()
  expect(() => opencode.script(untyped(5))).toThrow(/^script\[0\]/)
  const session: { id: string } = await (await opencode.fetch(`${opencode.url}/session`, { method: 'POST' })).json()
  const body = JSON.stringify({ parts: [{ type: 'text', text: 'hi' }] })
  await opencode.fetch(`${opencode.url}/session/${session.id}/message`, { method: 'POST', body })
  expect(opencode.lastRun?.text).toBe('OK')
  expect(opencode.misses).toEqual([])
})

test('leaves the fake as it was when a reset is refused', () => {
  const opencode = fakeOpencode({ script: ['one'] })
  expect(refusalOf(() => opencode.reset({ cost: -1 })).path).toBe('cost')
  expect(opencode.remaining).toBe(1)
})

test('copies a reply when it is scripted: what the test changes later does not reach it', async () => {
  const reply = { text: 'before', usage: { prompt: 1, completion: 1 } }
  const blocks = [reasoning('thought'), 'before']
  const opencode = fakeOpencode({ script: [reply, blocks] })
  reply.text = 'after'
  reply.usage.prompt = 100
  blocks.pop()
  const session: { id: string } = await (await opencode.fetch(`${opencode.url}/session`, { method: 'POST' })).json()
  const body = JSON.stringify({ parts: [{ type: 'text', text: 'hi' }] })
  for (let count = 0; count < 2; count += 1) {
    await opencode.fetch(`${opencode.url}/session/${session.id}/message`, { method: 'POST', body })
  }
  expect(opencode.runs.map(({ text }) => text)).toEqual(['before', 'before'])
  expect(opencode.runs[0]?.tokens.input).toBe(1)
})
