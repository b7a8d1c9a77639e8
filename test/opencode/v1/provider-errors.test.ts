import { fakeOpencode, httpError, type Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { courseOf, createSession, prompt } from '../api.ts'
import { v1Messages } from '../v1-messages.ts'

test.for<[status: number, message: string]>([
  [400, 'Invalid request'],
  [401, 'Authentication Fails (auth header format should be Bearer sk-...)'],
  [402, 'Insufficient Balance'],
  [422, 'Invalid Parameters'],
])('a %i is not retried: error, idle, the completed message, idle', async ([status, message]) => {
  // facts/opencode-1x.md section 7
  const opencode = fakeOpencode({ script: [httpError(status), 'never'] })
  const session = await createSession(opencode)
  const { status: answered, body } = await prompt(opencode, session, 'hi')
  expect(courseOf(opencode.events)).toEqual(['busy', 'busy', 'error APIError', 'idle', 'completed APIError', 'idle'])
  const data = { message, statusCode: status, isRetryable: false, responseBody: JSON.stringify(httpError(status).body) }
  expect([answered, body]).toMatchObject([200, { info: { error: { name: 'APIError', data }, cost: 0 }, parts: [] }])
  expect(Object(body).info).not.toHaveProperty('finish')
  expect(opencode.events.find(({ type }) => type === 'session.error')?.properties['error']).toEqual(
    Object(body).info.error,
  )
  expect(opencode.remaining).toBe(1)
})

test('the error of the provider carries the headers of its answer, in lower case', async () => {
  const opencode = fakeOpencode({ script: [{ status: 401, body: 'no', headers: { 'X-Request-ID': '1' } }] })
  await prompt(opencode, await createSession(opencode), 'hi')
  const { error } = opencode.events.find(({ type }) => type === 'session.error')?.properties ?? {}
  expect(error).toMatchObject({
    data: { responseHeaders: { 'content-type': 'application/json', 'x-request-id': '1' } },
  })
})

test.for<[status: number, body: unknown, message: string]>([
  // facts/opencode-1x.md section 7
  [429, { error: { message: 'Rate limit reached' } }, 'Rate limit reached'],
  [503, { error: { message: 'Service is too busy.' } }, 'Service is too busy.'],
  [
    500,
    { error: { message: 'Internal Server Error' } },
    'Internal Server Error: {"error":{"message":"Internal Server Error"}}',
  ],
  [500, '<html>oops</html>', 'Internal Server Error'],
  [500, '', 'Internal Server Error'],
])('a %i with the body %j is retried, with the message "%s"', async ([status, body, message]) => {
  const opencode = fakeOpencode({ script: [{ status, body }, 'after'], retryDelay: 'none' })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  expect(courseOf(opencode.events)).toEqual(['busy', 'busy', 'retry 1', 'busy', 'completed stop', 'busy', 'idle'])
  const statuses = opencode.events.map(({ properties }) => properties['status'])
  expect(statuses).toContainEqual({ type: 'retry', attempt: 1, message, next: expect.any(Number) })
  expect(v1Messages(opencode, session)?.slice(1)).toHaveLength(1)
  expect(opencode.lastRun?.text).toBe('after')
})

test('a 503 that stays is fatal after six requests, and says that it could be retried', async () => {
  // captures/1.18.33/09n-http-503-exhausted.json
  const opencode = fakeOpencode({ script: [{ ...httpError(503), repeat: 6 }, 'never'], retryDelay: 'none' })
  await prompt(opencode, await createSession(opencode), 'hi')
  const retries = [1, 2, 3, 4, 5].flatMap((attempt) => [`retry ${attempt}`, 'busy'])
  expect(courseOf(opencode.events)).toEqual([
    'busy',
    'busy',
    ...retries,
    'error APIError',
    'idle',
    'completed APIError',
    'idle',
  ])
  expect(opencode.lastRun?.error?.raw).toMatchObject({ data: { statusCode: 503, isRetryable: true } })
  expect(opencode.remaining).toBe(1)
})

test('each step of a prompt has five retries of its own', async () => {
  const failing: Reply = { status: 503, repeat: 5 }
  const opencode = fakeOpencode({
    script: [failing, { text: 'one', finish: 'tool_calls' }, failing, 'two'],
    retryDelay: 'none',
  })
  await prompt(opencode, await createSession(opencode), 'hi')
  expect(opencode.lastRun?.text).toBe('two')
  expect(opencode.lastRun).toHaveOutcome('succeeded')
})

test('the session works again after a failed turn', async () => {
  const opencode = fakeOpencode({ script: [httpError(401), 'fine'] })
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  await prompt(opencode, session, 'hi')
  expect(opencode.runs.map(({ outcome }) => outcome)).toEqual(['failed', 'succeeded'])
})
