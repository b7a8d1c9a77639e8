import { fakeDeepSeek, toolCall, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { chat, post } from './ask.ts'
import { reading } from './reading.ts'
import { transports } from './transports.ts'

// Six deltas: two of reasoning, two of text, two fragments of arguments.
const said = { reasoning: 'r0 r1', text: 't2 t3', toolCalls: [toolCall('weather', '{}')], chunks: 2 }
const deltas = ['"r0 "', '"r1"', '"t2 "', '"t3"', '"arguments":"{"', '"arguments":"}"']

const cases = transports.flatMap(({ name, open }) => [0, 1, 2, 3, 4, 5, 6].map((after) => ({ name, open, after })))

const expected = (after: number): readonly string[] => deltas.slice(0, after)
const received = (text: string): readonly string[] => deltas.filter((delta) => text.includes(delta))

test.for(cases)('over $name a reset after $after deltas is an error behind exactly these', async ({ open, after }) => {
  const deepseek = fakeDeepSeek([turn({ ...said, cut: { after, how: 'reset' } })])
  const stream = reading(await post(deepseek, chat({ stream: true }), { fetch: await open(deepseek) }))
  expect(await stream.ended).toBeInstanceOf(Error)
  expect(received(stream.text())).toEqual(expected(after))
  expect(stream.text()).not.toContain('finish_reason":"')
  // What a tool was called is not heard before its arguments.
  expect(stream.text().includes('"name":"weather"')).toBe(after > 4)
  expect(deepseek.lastRequest).toMatchObject({ status: 200, answered: false, hungUp: undefined, usage: undefined })
})

test.for(cases)('over $name an end after $after deltas is a clean one', async ({ open, after }) => {
  const deepseek = fakeDeepSeek([turn({ ...said, cut: { after, how: 'end' } })])
  const stream = reading(await post(deepseek, chat({ stream: true }), { fetch: await open(deepseek) }))
  expect(await stream.ended).toBe('ended')
  expect(received(stream.text())).toEqual(expected(after))
  expect(stream.text()).not.toContain('finish_reason":"')
  expect(stream.text()).not.toContain('[DONE]')
  expect(deepseek.lastRequest).toMatchObject({ answered: false, hungUp: undefined })
})

test.for(cases)('over $name a hang after $after deltas lasts until the abort', async ({ open, after }) => {
  const deepseek = fakeDeepSeek([turn({ ...said, cut: { after, how: 'hang' } })])
  const client = new AbortController()
  const options = { fetch: await open(deepseek), signal: client.signal }
  const stream = reading(await post(deepseek, chat({ stream: true }), options))
  await stream.until((text) => received(text).length === after)
  client.abort()
  expect(await stream.ended).toMatchObject({ name: 'AbortError' })
  expect(received(stream.text())).toEqual(expected(after))
  await expect.poll(() => deepseek.lastRequest?.hungUp).toEqual({ after })
})

test.for(transports)('over $name a bare cut comes behind the last delta', async ({ open }) => {
  const deepseek = fakeDeepSeek([turn({ ...said, cut: 'reset' }), turn({ ...said, cut: 'end' })])
  const fetch = await open(deepseek)
  for (const how of [Error, String]) {
    const stream = reading(await post(deepseek, chat({ stream: true }), { fetch }))
    const end = await stream.ended
    expect(received(stream.text())).toEqual(deltas)
    expect(stream.text()).not.toContain('finish_reason":"')
    expect(how === Error ? end instanceof Error : end).toBe(how === Error ? true : 'ended')
  }
})

test.for(transports)('over $name a reset loses no byte where each is written alone', async ({ open }) => {
  const cut = { after: 2, how: 'reset' } as const
  const deepseek = fakeDeepSeek([turn({ text: '你好 🎉 done', chunks: ['你好 ', '🎉 ', 'done'], bytes: 1, cut })])
  const stream = reading(await post(deepseek, chat({ stream: true }), { fetch: await open(deepseek) }))
  expect(await stream.ended).toBeInstanceOf(Error)
  const contents = [...stream.text().matchAll(/"content":"([^"]+)"/g)].map(([, content]) => content)
  expect(contents).toEqual(['你好 ', '🎉 '])
})

test.for(transports)('over $name a reset of an answer without a stream gives nothing', async ({ open }) => {
  const deepseek = fakeDeepSeek([turn({ ...said, cut: { after: 3, how: 'reset' } })])
  const response = await post(deepseek, chat(), { fetch: await open(deepseek) })
  await expect(response.text()).rejects.toThrow(Error)
})

test('a reset is ECONNRESET, as of a socket', async () => {
  const deepseek = fakeDeepSeek(Array.from({ length: 3 }, () => turn({ text: 'Hi', cut: 'reset' })))
  const own = reading(await post(deepseek, chat({ stream: true })))
  expect(await own.ended).toMatchObject({ code: 'ECONNRESET', message: 'read ECONNRESET' })
  const network = reading(await post(deepseek, chat({ stream: true }), { fetch }))
  expect(await network.ended).toMatchObject({ message: 'terminated', cause: { cause: { code: 'ECONNRESET' } } })
  await deepseek.listen()
  const port = reading(await post(deepseek, chat({ stream: true }), { fetch }))
  expect(await port.ended).toMatchObject({ message: 'terminated', cause: { code: 'ECONNRESET' } })
})
