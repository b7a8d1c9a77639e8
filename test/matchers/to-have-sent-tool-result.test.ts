import { fakeDeepSeek, fakeOpencode, toolCall } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { ask, tool } from './ask.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const deepseek = fakeDeepSeek([[toolCall('get_weather', { city: 'Berlin' })], 'Sunny.', 'Bye.'])
const tools = [tool('get_weather')]
const question = { role: 'user', content: 'How is the weather?' }
const message = JSON.parse(await ask(deepseek, [question], { tools })).choices[0].message
const id: string = message.tool_calls[0].id
const result = { role: 'tool', tool_call_id: id, content: '{"sky":"clear","wind":{"speed":3}}' }
await ask(deepseek, [question, message, result], { tools })
// The loop sends the result again.
await ask(deepseek, [question, message, result, { role: 'user', content: 'Thanks' }], { tools })

test('toHaveSentToolResult finds a result by its tool or its call', () => {
  expect(deepseek).toHaveSentToolResult('get_weather')
  expect(deepseek).toHaveSentToolResult(id)
  expect(deepseek).toHaveSentToolResult(/weather$/)
  expect(deepseek).toHaveSentToolResult(expect.stringContaining('weather'))
  expect(deepseek).not.toHaveSentToolResult('get_time')
})

test('toHaveSentToolResult compares the text, or the JSON in it as a subset', () => {
  expect(deepseek).toHaveSentToolResult('get_weather', '{"sky":"clear","wind":{"speed":3}}')
  expect(deepseek).toHaveSentToolResult('get_weather', /clear/)
  expect(deepseek).toHaveSentToolResult('get_weather', { wind: { speed: expect.any(Number) } })
  expect(deepseek).not.toHaveSentToolResult('get_weather', 'clear')
  expect(deepseek).not.toHaveSentToolResult('get_weather', { sky: 'grey' })
})

test('toHaveSentToolResult shows the nearest result and the field that differs', () => {
  const failure = failureOf(() => expect(deepseek).toHaveSentToolResult('get_weather', { sky: 'grey' }))
  expect(failure.message.replaceAll(id, 'call_1')).toMatchInlineSnapshot(`
    "expect(received).toHaveSentToolResult(nameOrId, content)

    Expected result of: "get_weather"
    Expected content:   {"sky": "grey"}
    Results sent:       1

    The nearest, number 1 of 1, of get_weather (call_1), differs in content.sky:

    - Expected
    + Received

      {
        "tool": "get_weather"
        "content": {
    -     "sky": "grey"
    +     "sky": "clear"
        }
      }"
  `)
})

test('not.toHaveSentToolResult lists what matches', () => {
  const failure = failureOf(() => expect(deepseek).not.toHaveSentToolResult('get_weather'))
  expect(failure.message.replaceAll(id, 'call_1')).toMatchInlineSnapshot(`
    "expect(received).not.toHaveSentToolResult(nameOrId)

    Expected result of: not "get_weather"
    Results sent:       1

    Matching:
    get_weather (call_1): "{\\"sky\\":\\"clear\\",\\"wind\\":{\\"speed\\":3}}""
  `)
})

test('toHaveSentToolResult throws for a fake opencode, and for a name that is none', () => {
  expect(() => expect(fakeOpencode()).not.toHaveSentToolResult('x')).toThrow(/such as fakeDeepSeek\(\)/)
  // @ts-expect-error the types do not let it through either
  expect(() => expect(deepseek).not.toHaveSentToolResult(5)).toThrow(
    /^toHaveSentToolResult nameOrId: expected a string/,
  )
})
