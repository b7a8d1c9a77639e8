import { fakeDeepSeek, turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { chat } from './ask.ts'
import { chatArguments, curl } from './curl.ts'
import { defaultUsage, done, frame, last, thinkingRole } from './frames.ts'

const streamed = chat({ stream: true })
const text = (delta: string): string => frame(`{"content":"${delta}","reasoning_content":null}`)

test('curl reads a stream byte by byte the same', async () => {
  const deepseek = fakeDeepSeek([turn({ text: '你好 🎉', bytes: 1 })], { clock: 'fixed' })
  const { code, stdout } = await curl(...chatArguments(await deepseek.listen(), streamed))
  expect([code, stdout]).toEqual([0, `${thinkingRole}${text('你')}${text('好 ')}${text('🎉')}${last()}${done}`])
})

test('curl reads an answer and its headers', async () => {
  const deepseek = fakeDeepSeek(['Hi'], { clock: 'fixed' })
  const { stdout } = await curl('--include', ...chatArguments(await deepseek.listen(), chat()))
  const [head = '', body] = stdout.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(head.toLowerCase()).toContain('content-type: application/json\r\n')
  expect(head).toMatch(/x-ds-trace-id: [0-9a-f]{32}/)
  expect(body).toContain(`"usage":${defaultUsage}`)
})

test('curl gets 56 for a reset, behind the deltas before it', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'a b c', cut: { after: 2, how: 'reset' } })], { clock: 'fixed' })
  const { code, stdout } = await curl(...chatArguments(await deepseek.listen(), streamed))
  expect([code, stdout]).toEqual([56, thinkingRole + text('a ') + text('b ')])
})

test('curl gets a clean end', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'a b c', cut: { after: 2, how: 'end' } })], { clock: 'fixed' })
  const { code, stdout } = await curl(...chatArguments(await deepseek.listen(), streamed))
  expect([code, stdout]).toEqual([0, thinkingRole + text('a ') + text('b ')])
})

test('curl gets 28 for a hang, and the fake sees it leave', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'a b c', cut: { after: 2, how: 'hang' } })], { clock: 'fixed' })
  const url = await deepseek.listen()
  const { code, stdout } = await curl('--max-time', '1', ...chatArguments(url, streamed))
  expect([code, stdout]).toEqual([28, thinkingRole + text('a ') + text('b ')])
  await expect.poll(() => deepseek.lastRequest?.hungUp).toEqual({ after: 2 })
})

test('curl gets 56 where the connection fails before any header', async () => {
  const deepseek = fakeDeepSeek([turn({ refuse: true })])
  const { code, stdout } = await curl(...chatArguments(await deepseek.listen(), streamed))
  expect([code, stdout]).toEqual([56, ''])
})

test('curl is refused as anybody', async () => {
  const deepseek = fakeDeepSeek(['Hi'])
  const url = await deepseek.listen()
  expect((await curl(`${url}/models`)).stdout).toBe('Authentication Fails (governor)')
  const head = await curl('--head', url)
  expect(head.stdout.toLowerCase()).toMatch(/^http\/1\.1 401 unauthorized\r\n.*content-length: 31\r\n/s)
  expect(deepseek.remaining).toBe(1)
})

test('curl is left alone when the fake closes', async () => {
  const deepseek = fakeDeepSeek([turn({ text: 'a', cut: 'hang' })])
  const url = await deepseek.listen()
  const running = curl(...chatArguments(url, streamed))
  await deepseek.waitForRequest()
  await deepseek.close()
  // 18: the body ends too soon; 52, 56: no answer, or a reset, where the headers were not out yet.
  expect([18, 52, 56]).toContain((await running).code)
  expect((await curl(url)).code).toBe(7)
})
