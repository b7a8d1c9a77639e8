import { fakeDeepSeek } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

/** A fake, as far as the matcher reads it. */
const recorder = (...requests: readonly object[]): object => ({ requests })

/** A body with many fields of one value. */
const many = (value: number): object =>
  Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`key${index}`, value]))

const deepseek = fakeDeepSeek(['Hello.'])
await deepseek.fetch(`${deepseek.url}/models?limit=5`)
await ask(deepseek, 'Hi')

test('toHaveReceivedRequest says that nothing was received', () => {
  const { message } = failureOf(() => expect(fakeDeepSeek()).toHaveReceivedRequest({ path: '/models' }))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveReceivedRequest(request)

    Expected path:     "/models"
    Requests received: 0"
  `)
})

test('toHaveReceivedRequest shows the nearest request and the field that differs', () => {
  const { message } = failureOf(() =>
    expect(deepseek).toHaveReceivedRequest({
      method: 'POST',
      path: /completions$/,
      body: { model: 'deepseek-v4-pro', messages: [{ role: 'user', content: 'Hi' }] },
    }),
  )
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveReceivedRequest(request)

    Expected method:   "POST"
    Expected path:     /completions$/
    Expected body:     {"model": "deepseek-v4-pro", "messages": [{"role": "user", "content": "Hi"}]}
    Requests received: 2

    The nearest, number 2 of 2, POST /chat/completions, differs in body.model:

    - Expected
    + Received

    @@ -2,7 +2,7 @@
        "method": "POST"
        "path": "/chat/completions"
        "body": {
    -     "model": "deepseek-v4-pro"
    +     "model": "deepseek-flash"
          "messages": [
            {
              "role": "user""
  `)
})

test('toHaveReceivedRequest shows what is not there, and what a list has beyond', () => {
  const fake = recorder({ method: 'POST', path: '/x', headers: {}, body: { stop: ['a', 'b'] } })
  const { message } = failureOf(() =>
    expect(fake).toHaveReceivedRequest({
      headers: { 'X-Id': /^\d$/ },
      body: { stop: ['a'], seed: expect.any(Number) },
    }),
  )
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveReceivedRequest(request)

    Expected headers:  {"X-Id": /^\\d$/}
    Expected body:     {"stop": ["a"], "seed": Any<Number>}
    Requests received: 1

    The nearest, number 1 of 1, POST /x, differs in headers.x-id, body.stop.length, body.seed:

    - Expected
    + Received

      {
        "headers": {
    -     "x-id": /^\\d$/
        }
        "body": {
          "stop": [
            "a"
    +       "b"
          ]
    -     "seed": Any<Number>
        }
      }"
  `)
})

test('toHaveReceivedRequest shows what is around a difference in a long text', () => {
  const text = `${'word '.repeat(100)}left${' word'.repeat(100)}`
  const fake = recorder({ method: 'POST', path: '/x', body: { text: text.replace('left', 'right') } })
  const { message } = failureOf(() => expect(fake).toHaveReceivedRequest({ body: { text } }))
  expect(message.slice(message.indexOf('- Expected'))).toMatchInlineSnapshot(`
    "- Expected
    + Received

      {
        "body": {
    -     "text": "… word word word word word word left word word word word word word word word word word word word word  …"
    +     "text": "… word word word word word word right word word word word word word word word word word word word word …"
        }
      }"
  `)
})

test('toHaveReceivedRequest takes the right path for nearer than the right body, then the fewest differences', () => {
  const body = { a: 1, b: 2, c: 3 }
  const post = { method: 'POST', path: '/x' }
  const fake = recorder(
    { ...post, path: '/y', body },
    { ...post, body: { ...body, a: 0, b: 0 } },
    { ...post, body: { ...body, c: 0 } },
    { ...post, body: {} },
  )
  expect(() => expect(fake).toHaveReceivedRequest({ path: '/x', body })).toThrow(
    'number 3 of 4, POST /x, differs in body.c',
  )
})

test('toHaveReceivedRequest takes the likest of equally near requests, then the latest', () => {
  const fake = recorder({ path: '/session' }, { path: '/agent' }, { path: '/agent' }, { path: '/mcp' })
  expect(() => expect(fake).toHaveReceivedRequest({ path: '/agents' })).toThrow(
    'number 3 of 4, /agent, differs in path',
  )
})

test('toHaveReceivedRequest keeps a failure text short', () => {
  const fake = recorder({ method: 'POST', path: '/x', body: many(1) })
  const { message } = failureOf(() => expect(fake).toHaveReceivedRequest({ body: many(2) }))
  expect(message.split('\n').length).toBeLessThanOrEqual(40)
  expect(message).toMatch(/differs in body\.key0, .*body\.key4 and 75 more:/)
  expect(Math.max(...message.split('\n').map((line) => line.length))).toBeLessThan(250)
})

test('not.toHaveReceivedRequest shows the requests that match', () => {
  const fake = recorder(
    { method: 'POST', path: '/x', body: { text: 'word '.repeat(100) } },
    { method: 'GET', path: '/y', body: undefined },
    { method: 'POST', path: '/x', body: { a: 1 } },
  )
  const { message } = failureOf(() => expect(fake).not.toHaveReceivedRequest({ method: 'POST', path: '/x' }))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).not.toHaveReceivedRequest(request)

    Expected request:  not {"method": "POST", "path": "/x"}
    Requests received: 3

    Matching:
    1. POST /x {"text": "word word word word word word word word word word word word word word word word word word word … word word word word word word word word word word "}
    3. POST /x {"a": 1}"
  `)
})
