import { fakeOpencode, httpError, InvalidOptionError } from 'opencode-testing'
import { expect, test } from 'vitest'

test.for<[status: number, message: string, type: string, code: string]>([
  // facts/deepseek.md section 2.3
  [
    401,
    'Authentication Fails (auth header format should be Bearer sk-...)',
    'authentication_error',
    'invalid_request_error',
  ],
  [402, 'Insufficient Balance', 'unknown_error', 'invalid_request_error'],
  [
    429,
    'Too many requests. Your current concurrency is 26, which exceeds your concurrency limit of 25 based on your remaining balance. Please top up your balance to restore your concurrency.',
    'rate_limit_error',
    'invalid_request_error',
  ],
  [500, 'Internal Server Error', 'server_error', 'internal_error'],
])('answers %i with the message and the type that DeepSeek sends', ([status, message, type, code]) => {
  expect(httpError(status)).toEqual({ status, body: { error: { message, type, param: null, code } } })
})

test("puts a message into DeepSeek's envelope", () => {
  expect(httpError(402, 'No money')).toEqual({
    status: 402,
    body: { error: { message: 'No money', type: 'unknown_error', param: null, code: 'invalid_request_error' } },
  })
})

test('sends a body that is no string as it is', () => {
  expect(httpError(503, { any: ['thing'] })).toEqual({ status: 503, body: { any: ['thing'] } })
})

test('names the status where DeepSeek has no message for it', () => {
  expect(httpError(418).body).toMatchObject({ error: { message: 'HTTP 418' } })
})

test('sends retryAfter as seconds in the retry-after header', () => {
  expect(httpError(429, undefined, { retryAfter: 1.5 }).headers).toEqual({ 'retry-after': '1.5' })
  expect(httpError(429, undefined, { retryAfter: 0 }).headers).toEqual({ 'retry-after': '0' })
})

test.for([400, 599])('takes the status %d', (status) => {
  expect(fakeOpencode({ script: [httpError(status)] }).remaining).toBe(1)
})

test.for<[status: number]>([[200], [399], [600], [4.5], [Number.NaN]])('refuses the status %d', ([status]) => {
  expect(() => httpError(status)).toThrow(InvalidOptionError)
  expect(() => httpError(status)).toThrow(/^httpError\(status\): expected /)
})

test.for<[retryAfter: number]>([[-1], [Number.NaN], [Infinity]])('refuses a retryAfter of %d', ([retryAfter]) => {
  expect(() => httpError(429, undefined, { retryAfter })).toThrow(
    /^httpError\(retryAfter\): expected a number of s >= 0/,
  )
})
