import { fakeDeepSeek, fakeOpencode, runPrompt } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import type { ExpectedRequest } from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { ask, tool } from './ask.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const deepseek = fakeDeepSeek(['Hello.', 'Bye.'])
await deepseek.fetch(`${deepseek.url}/models?limit=5`)
await ask(deepseek, 'Hi', { temperature: 0, tools: [tool('search')] })

/** A fake, as far as the matcher reads it. */
const recorder = (...requests: readonly object[]): object => ({ requests })

test('toHaveReceivedRequest passes for the method and the path, without the query', () => {
  expect(deepseek).toHaveReceivedRequest({ method: 'POST', path: '/chat/completions' })
  expect(deepseek).toHaveReceivedRequest({ method: 'GET', path: '/models' })
  expect(deepseek).not.toHaveReceivedRequest({ method: 'GET', path: '/chat/completions' })
  expect(deepseek).not.toHaveReceivedRequest({ path: '/chat' })
})

test('toHaveReceivedRequest takes any request for one without fields', () => {
  expect(deepseek).toHaveReceivedRequest({})
  expect(fakeDeepSeek()).not.toHaveReceivedRequest({})
})

test('toHaveReceivedRequest takes a method in small letters', () => {
  expect(deepseek).toHaveReceivedRequest({ method: 'post' })
  expect(() => expect(deepseek).not.toHaveReceivedRequest({ method: 'post' })).toThrow('Matching')
})

test('toHaveReceivedRequest takes a RegExp or an asymmetric matcher for a part', () => {
  expect(deepseek).toHaveReceivedRequest({ method: /^P/, path: /completions$/ })
  expect(deepseek).toHaveReceivedRequest({ path: expect.stringContaining('chat') })
  expect(deepseek).not.toHaveReceivedRequest({ path: /^\/v1/ })
})

test('toHaveReceivedRequest takes objects for subsets of the body, however deep, and lists item by item', () => {
  expect(deepseek).toHaveReceivedRequest({ body: { model: 'deepseek-flash' } })
  expect(deepseek).toHaveReceivedRequest({ body: { messages: [{ content: 'Hi' }], temperature: 0 } })
  expect(deepseek).toHaveReceivedRequest({ body: { tools: [{ function: { name: /^sea/ } }] } })
  expect(deepseek).toHaveReceivedRequest({
    body: { messages: expect.arrayContaining([{ role: 'user', content: 'Hi' }]) },
  })
  expect(deepseek).not.toHaveReceivedRequest({ body: { messages: [{ content: 'H' }] } })
  expect(deepseek).not.toHaveReceivedRequest({ body: { messages: [] } })
  expect(deepseek).not.toHaveReceivedRequest({ body: { messages: [{ content: 'Hi' }, { content: 'Hi' }] } })
  expect(deepseek).not.toHaveReceivedRequest({ body: { temperature: '0' } })
})

test('toHaveReceivedRequest takes undefined for a field that is not there', () => {
  expect(deepseek).toHaveReceivedRequest({ path: '/chat/completions', body: { top_p: undefined } })
  expect(deepseek).not.toHaveReceivedRequest({ path: '/chat/completions', body: { temperature: undefined } })
  expect(deepseek).toHaveReceivedRequest({ path: '/chat/completions', headers: { 'x-other': undefined } })
  expect(deepseek).not.toHaveReceivedRequest({ path: '/chat/completions', headers: { 'X-Session-Id': undefined } })
})

test('toHaveReceivedRequest reads the arguments of a tool call as JSON where an object is expected', () => {
  const body = { tool_calls: [{ function: { name: 'get_weather', arguments: '{ "city":  "Berlin", "days": 2 }' } }] }
  const fake = recorder({ body })
  expect(fake).toHaveReceivedRequest({ body: { tool_calls: [{ function: { arguments: { city: 'Berlin' } } }] } })
  expect(fake).not.toHaveReceivedRequest({ body: { tool_calls: [{ function: { arguments: { city: 'Bonn' } } }] } })
  expect(fake).toHaveReceivedRequest({ body: { tool_calls: [{ function: { arguments: /"days": 2/ } }] } })
})

test('toHaveReceivedRequest reads a string or a RegExp in place of the body as its text', () => {
  const fake = recorder({ body: undefined, rawBody: 'not json' }, { body: { a: 1 }, rawBody: '{"a": 1}' })
  expect(fake).toHaveReceivedRequest({ body: 'not json' })
  expect(fake).toHaveReceivedRequest({ body: /"a": 1/ })
  expect(fake).toHaveReceivedRequest({ body: expect.stringContaining('"a"') })
  expect(fake).toHaveReceivedRequest({ body: expect.objectContaining({ a: 1 }) })
  expect(fake).not.toHaveReceivedRequest({ body: 'json' })
  expect(fake).not.toHaveReceivedRequest({ body: /b/ })
})

test('toHaveReceivedRequest lets a negated matcher deny the body’s text and its value', () => {
  const fake = recorder({ body: { a: 1 }, rawBody: '{"a": 1}' })
  expect(fake).not.toHaveReceivedRequest({ body: expect.not.stringContaining('"a"') })
  expect(fake).not.toHaveReceivedRequest({ body: expect.not.objectContaining({ a: 1 }) })
  expect(fake).toHaveReceivedRequest({ body: expect.not.stringContaining('"b"') })
  expect(fake).toHaveReceivedRequest({ body: expect.not.objectContaining({ a: 2 }) })
})

test('toHaveReceivedRequest takes header names in capitals or not', () => {
  expect(deepseek).toHaveReceivedRequest({ headers: { 'X-Session-ID': 'ses_1' } })
  expect(deepseek).toHaveReceivedRequest({ headers: { 'x-session-id': /^ses_/, 'Content-Type': 'application/json' } })
  expect(deepseek).toHaveReceivedRequest({ headers: { Authorization: 'Bearer [redacted]' } })
  expect(deepseek).toHaveReceivedRequest({ headers: expect.objectContaining({ 'x-session-id': 'ses_1' }) })
  expect(deepseek).not.toHaveReceivedRequest({ headers: { 'x-session-id': 'ses' } })
  expect(deepseek).not.toHaveReceivedRequest({ headers: { 'x-other': /./ } })
})

test('toHaveReceivedRequest holds all fields against the same request', () => {
  expect(deepseek).not.toHaveReceivedRequest({ path: '/models', body: { model: 'deepseek-flash' } })
})

test('toHaveReceivedRequest takes an asymmetric matcher for the whole record', () => {
  expect(deepseek).toHaveReceivedRequest(expect.objectContaining({ query: 'limit=5' }))
  expect(deepseek).not.toHaveReceivedRequest(expect.objectContaining({ query: 'limit=6' }))
})

test('toHaveReceivedRequest reads the requests of a fake opencode', async () => {
  const opencode = fakeOpencode({ script: ['Hello.'] })
  await runPrompt(opencode, 'Hi', { agent: 'plan' })
  expect(opencode).toHaveReceivedRequest({
    method: 'POST',
    path: /^\/session\/ses_\w+\/prompt_async$|\/message$/,
    body: { agent: 'plan', parts: [{ type: 'text', text: 'Hi' }] },
  })
  expect(opencode).not.toHaveReceivedRequest({ method: 'DELETE' })
})

test.each<[unknown, RegExp]>([
  [undefined, /request: expected an object with method, path, body or headers, received undefined/],
  ['/models', /request: expected an object with method, path, body or headers, received "\/models"/],
  [{ url: '/models' }, /request\.url: expected one of method, path, body, headers, received "url"/],
  [{ method: 7 }, /request\.method: expected a string, a RegExp or an asymmetric matcher, received 7/],
  [
    { path: 'models' },
    /request\.path: expected a path that starts with '\/', without origin and query, received "models"/,
  ],
  [{ path: '/models?limit=5' }, /request\.path: expected a path that starts with '\/'/],
  [{ path: 'https://api.deepseek.com/models' }, /request\.path: expected a path that starts with '\/'/],
  [{ headers: 'x-id' }, /request\.headers: expected an object, received "x-id"/],
  [{ headers: { 'x-id': 7 } }, /request\.headers\.x-id: expected a string/],
])('toHaveReceivedRequest(%j) throws, also under .not', (request, message) => {
  // @ts-expect-error the types do not let it through either
  const plain = failureOf(() => expect(deepseek).toHaveReceivedRequest(request))
  expect(plain.message).toMatch(/^toHaveReceivedRequest request/)
  expect(plain.message).toMatch(message)
  // @ts-expect-error the types do not let it through either
  expect(failureOf(() => expect(deepseek).not.toHaveReceivedRequest(request)).message).toBe(plain.message)
})

test.each([[undefined], ['Hi'], [{ requests: 2 }], [{ requests: ['/models'] }]])(
  'toHaveReceivedRequest throws for %j, which records no requests, also under .not',
  (value) => {
    const message = /^toHaveReceivedRequest received: expected a fake or model that records its requests, received/
    expect(() => expect(value).toHaveReceivedRequest({})).toThrow(message)
    expect(() => expect(value).not.toHaveReceivedRequest({})).toThrow(message)
  },
)

test('toHaveReceivedRequest asks for the missing await when it is given a promise', () => {
  expect(() => expect(Promise.resolve(deepseek)).not.toHaveReceivedRequest({})).toThrow(/`await`/)
})

test('toHaveReceivedRequest gives Vitest no values, as its message has the diff', () => {
  const failure = failureOf(() => expect(deepseek).toHaveReceivedRequest({ path: '/x' }))
  expect(failure).toMatchObject({ actual: undefined, expected: undefined })
})

test('expect.toHaveReceivedRequest matches a fake inside another value', () => {
  const path: ExpectedRequest = { path: '/models' }
  expect({ deepseek }).toEqual({ deepseek: expect.toHaveReceivedRequest(path) })
  expect({ deepseek }).toEqual({ deepseek: expect.not.toHaveReceivedRequest({ path: '/x' }) })
})

test('toHaveReceivedRequest works with expect.soft and expect.poll', async () => {
  const polled = fakeDeepSeek(['Hello.'])
  const done = expect.poll(() => polled, { interval: 1 }).toHaveReceivedRequest({ method: 'POST' })
  await ask(polled, 'Hi')
  await done
  expect.soft(polled).toHaveReceivedRequest({ method: 'POST' })
})
