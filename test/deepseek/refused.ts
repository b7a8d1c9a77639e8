import { fakeDeepSeek, type FakeDeepSeek } from 'opencode-testing'
import { expect } from 'vitest'
import { type AskOptions, post } from './ask.ts'

type Options = Parameters<typeof fakeDeepSeek>[1]

/** A message of each role. */
export const user = (content: unknown = 'Hi'): object => ({ role: 'user', content })
export const assistant = (fields: object = {}): object => ({ role: 'assistant', content: 'Hello', ...fields })
export const tool = (id: string, content = 'sunny'): object => ({ role: 'tool', tool_call_id: id, content })
/** An assistant message that calls tools of these ids. */
export const calling = (ids: readonly string[], fields: object = {}): object => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'weather', arguments: '{}' } })),
  ...fields,
})

/** A list of offered tools. */
export const tools = (...names: readonly string[]): object => ({
  tools: names.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })),
})

export const disabled = { thinking: { type: 'disabled' } }

/** The envelope of a 400. */
export const invalid = (message: string): object => ({
  error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' },
})

/** What became of a body: 'answered', or the status and the body of a refusal, which took no turn and was recorded. */
export async function outcomeOf(
  body: object | string,
  options: Options = {},
  ask: AskOptions = {},
): Promise<'answered' | readonly [status: number, body: unknown]> {
  const deepseek = fakeDeepSeek(['Hello'], options)
  const response = await post(deepseek, body, ask)
  const text = await response.text()
  expectRecorded(deepseek, response.status)
  if (response.status === 200) return 'answered'
  return [response.status, response.headers.get('content-type') === 'text/plain' ? text : JSON.parse(text)]
}

function expectRecorded(deepseek: FakeDeepSeek, status: number): void {
  const answered = status === 200
  expect(deepseek).toMatchObject({
    count: 1,
    remaining: answered ? 0 : 1,
    misses: [],
    requests: [{ status, answered, turn: answered ? 'turns[0]' : undefined }],
  })
}
