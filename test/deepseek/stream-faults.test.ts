import { fakeDeepSeek, turn, type Turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { answered, chat, post, streamed } from './ask.ts'
import { done, frame, last, thinkingRole } from './frames.ts'

const hi = frame('{"content":"Hi","reasoning_content":null}')
const bad = 'data: {"id":"00000000-0000-4000-8000-000000000001","object":"chat.completion.chunk","choices":[{"delta\n\n'
const zen = 'data: {"choices":[],"x-opencode-type":"inference-cost","cost":"0.00063346"}\n\n'

test.for<[fields: Turn, expected: string]>([
  [{ omitDone: true }, thinkingRole + hi + last()],
  [{ omitFinish: true }, thinkingRole + hi + done],
  [{ omitFinish: true, omitDone: true }, thinkingRole + hi],
  [{ malformedTail: true }, thinkingRole + hi + bad + last() + done],
  [{ rawFrames: [zen, ': a comment\n\n'] }, `${thinkingRole}${hi}${zen}: a comment\n\n${last()}${done}`],
  [
    { rawFrames: ['upstream error: read ECONNRESET'], omitFinish: true, omitDone: true },
    `${thinkingRole}${hi}upstream error: read ECONNRESET`,
  ],
  [
    { errorFrame: { error: { message: 'Overloaded' } } },
    `${thinkingRole}${hi}data: {"error":{"message":"Overloaded"}}\n\n`,
  ],
  [{ errorFrame: 'Overloaded' }, `${thinkingRole}${hi}data: "Overloaded"\n\n`],
])('a stream with %j', async ([fields, expected]) => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', ...fields })], { clock: 'fixed' })
  expect(await streamed(deepseek)).toBe(expected)
})

test.for<[fields: Turn, body: string | RegExp]>([
  [{ errorFrame: { error: { message: 'Overloaded' } } }, '{"error":{"message":"Overloaded"}}'],
  [{ malformedTail: true }, /"system_fingerprint":"fa4ede5eec0{22}"\}\{"$/],
  [{ rawFrames: ['upstream error\n'] }, /^upstream error\n\{"id":/],
  [{ cut: 'end' }, ''],
  [{ cut: { after: 0, how: 'end' } }, ''],
])('an answer without a stream, with %j', async ([fields, body]) => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', ...fields })])
  const response = await post(deepseek, chat())
  expect(response.status).toBe(200)
  expect(await response.text()).toEqual(typeof body === 'string' ? body : expect.stringMatching(body))
})

test('an answer without a stream that omits the finish has none, and no usage', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', omitFinish: true })])
  const body = await answered(deepseek)
  expect(body).toMatchObject({ choices: [{ message: { content: 'Hi' }, finish_reason: null }] })
  expect(body).not.toHaveProperty('usage')
  expect(deepseek.lastRequest).toMatchObject({ answered: false, usage: undefined })
})

test('writes so many bytes at a time, within characters too', async () => {
  const deepseek = fakeDeepSeek([turn({ text: '你好', bytes: 1 }), turn({ text: '你好' })])
  const sizes = async (): Promise<readonly number[]> => {
    const { body } = await post(deepseek, chat({ stream: true }))
    const read: number[] = []
    for await (const chunk of body ?? []) read.push(chunk.length)
    return read
  }
  const single = await sizes()
  expect(new Set(single)).toEqual(new Set([1]))
  const whole = await sizes()
  expect(whole.reduce((sum, size) => sum + size, 0)).toBe(single.length)
  // The role, 你, 好, the finish, [DONE].
  expect(whole).toHaveLength(5)
})

test('a JSON answer is written so many bytes at a time as well', async () => {
  const deepseek = fakeDeepSeek([turn({ text: '你好', bytes: 7 })])
  const { body } = await post(deepseek, chat())
  const read: number[] = []
  for await (const chunk of body ?? []) read.push(chunk.length)
  expect(new Set(read.slice(0, -1))).toEqual(new Set([7]))
})
