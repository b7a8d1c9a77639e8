import { fakeDeepSeek, fakeOpencode } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { ask, tool } from './ask.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const asked = fakeDeepSeek(['Hello.', 'Bye.'])
await ask(asked, 'Hi', { tools: [tool('get_weather'), tool('search')] })
await ask(asked, 'Go', { tools: [tool('get_weather')] })

test('toHaveOfferedTool passes when a request offered a tool with the whole name', () => {
  expect(asked).toHaveOfferedTool('search')
  expect(asked).not.toHaveOfferedTool('get')
  expect(asked).not.toHaveOfferedTool('Search')
})

test('toHaveOfferedTool takes a RegExp or an asymmetric matcher for a part', () => {
  expect(asked).toHaveOfferedTool(/^get_/)
  expect(asked).toHaveOfferedTool(expect.stringContaining('weather'))
  expect(asked).not.toHaveOfferedTool(/time/)
  expect(asked).not.toHaveOfferedTool(expect.stringContaining('time'))
})

test('toHaveOfferedTool sees what a refused request offered', async () => {
  const deepseek = fakeDeepSeek()
  await ask(deepseek, 'Hi', { model: 'gpt-5', tools: [tool('search')] })
  expect(deepseek.lastRequest?.status).toBe(400)
  expect(deepseek).toHaveOfferedTool('search')
})

test('toHaveOfferedTool reads a model that records its requests', () => {
  const requests = [{ messages: [] }, { messages: [], tools: [{ name: 'search' }] }]
  expect({ requests }).toHaveOfferedTool('search')
})

test('toHaveOfferedTool lists what was offered', () => {
  const { message } = failureOf(() => expect(asked).toHaveOfferedTool('get_time'))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveOfferedTool(name)

    Expected tool:     "get_time"
    Tools offered:     2
    Requests received: 2

    Offered:
    "get_weather" in 2 of 2 requests
    "search" in 1 of 2 requests"
  `)
})

test('toHaveOfferedTool says that nothing was offered', async () => {
  const deepseek = fakeDeepSeek(['Hello.'])
  await ask(deepseek, 'Hi')
  const { message } = failureOf(() => expect(deepseek).toHaveOfferedTool(/time/))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveOfferedTool(name)

    Expected tool:     /time/
    Tools offered:     0
    Requests received: 1"
  `)
})

test('toHaveOfferedTool leaves the middle of a long list out', async () => {
  const deepseek = fakeDeepSeek(['Hello.'])
  await ask(deepseek, 'Hi', { tools: Array.from({ length: 100 }, (_, index) => tool(`tool_${index}`)) })
  const { message } = failureOf(() => expect(deepseek).toHaveOfferedTool('search'))
  expect(message.split('\n').length).toBeLessThanOrEqual(40)
  expect(message).toMatch(/"tool_0" in 1 of 1 requests\n[^]*lines …\n[^]*"tool_99" in 1 of 1 requests$/)
})

test('not.toHaveOfferedTool lists the tools that match', () => {
  const { message } = failureOf(() => expect(asked).not.toHaveOfferedTool(/^get_/))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).not.toHaveOfferedTool(name)

    Expected tool:     not /^get_/
    Tools offered:     2
    Requests received: 2

    Matching:
    "get_weather" in 2 of 2 requests"
  `)
})

test.each([[undefined], [null], [7], [['search']]])('toHaveOfferedTool(%j) throws, as it is no name', (name) => {
  const message = /^toHaveOfferedTool name: expected a string, a RegExp or an asymmetric matcher, received/
  // @ts-expect-error the types do not let it through either
  expect(() => expect(asked).toHaveOfferedTool(name)).toThrow(message)
  // @ts-expect-error the types do not let it through either
  expect(() => expect(asked).not.toHaveOfferedTool(name)).toThrow(message)
})

test.each([[undefined], ['search'], [{ requests: 2 }], [{ requests: [{ path: '/session' }] }], [{ tools: [] }]])(
  'toHaveOfferedTool throws for %j, which records no requests to a model, also under .not',
  (value) => {
    const message = /^toHaveOfferedTool received: expected a fake or model that records a model's requests.*, received/
    expect(() => expect(value).toHaveOfferedTool('search')).toThrow(message)
    expect(() => expect(value).not.toHaveOfferedTool('search')).toThrow(message)
  },
)

test('toHaveOfferedTool throws for a fake opencode, even before it was sent anything', () => {
  expect(() => expect(fakeOpencode()).not.toHaveOfferedTool('search')).toThrow(/such as fakeDeepSeek\(\)/)
})

test('expect.toHaveOfferedTool matches a fake inside another value', () => {
  expect({ asked }).toEqual({ asked: expect.toHaveOfferedTool('search') })
  expect({ asked }).toEqual({ asked: expect.not.toHaveOfferedTool('get_time') })
})

test('toHaveOfferedTool works with expect.soft and expect.poll', async () => {
  const deepseek = fakeDeepSeek(['Hello.'])
  const polled = expect.poll(() => deepseek, { interval: 1 }).toHaveOfferedTool('search')
  await ask(deepseek, 'Hi', { tools: [tool('search')] })
  await polled
  expect.soft(deepseek).toHaveOfferedTool('search')
})
