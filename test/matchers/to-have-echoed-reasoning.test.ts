import { fakeDeepSeek, fakeOpencode, reasoning, toolCall, type FakeDeepSeek, type Reply } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { ask, tool } from './ask.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const tools = [tool('get_weather')]
const user = (content: string): object => ({ role: 'user', content })
const weather = toolCall('get_weather', { city: 'Berlin' })
const called = {
  id: weather.id,
  type: 'function',
  function: { name: 'get_weather', arguments: '{ "city": "Berlin" }' },
}
const sunny = { role: 'tool', tool_call_id: weather.id, content: 'sunny' }
const thought = 'The user wants the weather.'

/** A fake that was asked for the weather, and then with `message` in the place of its first answer. */
async function loop(message: object, fields: object = { tools }, first?: Reply): Promise<FakeDeepSeek> {
  const deepseek = fakeDeepSeek([first ?? [reasoning(thought), weather], 'Sunny.', 'Bye.'], { validate: false })
  await ask(deepseek, 'The weather?', { tools })
  await ask(deepseek, [user('The weather?'), { role: 'assistant', ...message }, sunny], fields)
  return deepseek
}

const kept = { content: '', reasoning_content: thought, tool_calls: [called] }
const dropped = { content: null, tool_calls: [called] }

test('toHaveEchoedReasoning passes when an answer comes back with its reasoning', async () => {
  expect(await loop(kept)).toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning fails when the reasoning is left out, empty or another', async () => {
  expect(await loop(dropped)).not.toHaveEchoedReasoning()
  expect(await loop({ ...kept, reasoning_content: '' })).not.toHaveEchoedReasoning()
  expect(await loop({ ...kept, reasoning_content: `${thought}\n` })).not.toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning fails when nothing came back to judge', async () => {
  const deepseek = fakeDeepSeek([[reasoning(thought), 'Hello.'], 'Bye.'])
  expect(deepseek).not.toHaveEchoedReasoning()
  await ask(deepseek, 'Hi', { tools })
  await ask(deepseek, 'Go', { tools })
  expect(deepseek).not.toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning wants the reasoning of plain answers too where tools are offered', async () => {
  const text = [reasoning(thought), 'Sunny, I guess.']
  const message = { content: 'Sunny, I guess.' }
  expect(await loop(message, { tools }, text)).not.toHaveEchoedReasoning()
  expect(await loop({ ...message, reasoning_content: thought }, { tools }, text)).toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning asks nothing of an answer that had no reasoning, or that the fake did not give', async () => {
  const deepseek = await loop({ ...kept, content: 'A shot', reasoning_content: '', tool_calls: undefined })
  expect(failureOf(() => expect(deepseek).toHaveEchoedReasoning()).message).toContain('Messages from them:     1')
  const silent = await loop(dropped, { tools }, weather)
  expect(failureOf(() => expect(silent).toHaveEchoedReasoning()).message).toContain('Messages from them:     0')
  const shots = fakeDeepSeek([[reasoning(thought), 'Hello.'], 'Bye.'], { validate: false })
  const seeded = [user('1 + 1'), { role: 'assistant', content: '2' }, user('Hi')]
  await ask(shots, seeded, { tools })
  await ask(shots, [...seeded, { role: 'assistant', content: 'Hello.', reasoning_content: thought }, user('Go')], {
    tools,
  })
  expect(shots).toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning knows an answer whose text the client altered by its place', async () => {
  const text = [reasoning(thought), ' Sunny, I guess. ']
  expect(await loop({ content: 'Sunny', reasoning_content: thought }, { tools }, text)).toHaveEchoedReasoning()
  expect(await loop({ content: 'Sunny' }, { tools }, text)).not.toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning knows an answer in a history that the client cut', async () => {
  const deepseek = await loop(kept)
  await ask(deepseek, [{ role: 'assistant', ...dropped }, sunny, user('And now?')], { tools })
  expect(deepseek).not.toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning tells two answers with the same text by their places', async () => {
  const deepseek = fakeDeepSeek([[reasoning('one'), 'OK'], [reasoning('two'), 'OK'], 'Bye.'])
  const first = [user('Hi'), { role: 'assistant', content: 'OK', reasoning_content: 'one' }, user('Go')]
  await ask(deepseek, [user('Hi')], { tools })
  await ask(deepseek, first, { tools })
  expect(deepseek).toHaveEchoedReasoning()
  await ask(deepseek, [...first, { role: 'assistant', content: 'OK', reasoning_content: 'one' }, user('On')], { tools })
  expect(deepseek).not.toHaveEchoedReasoning()
})

test.each<[string, object]>([
  ['offers no tools', {}],
  ['turns thinking off', { tools, thinking: { type: 'disabled' } }],
  ['sets the effort to none', { tools, reasoning_effort: 'none' }],
])('toHaveEchoedReasoning lets a request that %s leave the reasoning out, but not alter it', async (_name, fields) => {
  const deepseek = await loop(kept)
  const ask3 = (message: object): Promise<string> =>
    ask(deepseek, [user('The weather?'), { role: 'assistant', ...message }, sunny, user('So?')], fields)
  await ask3(dropped)
  await ask3({ ...kept, reasoning_content: '' })
  expect(deepseek).toHaveEchoedReasoning()
  await ask3({ ...kept, reasoning_content: 'Hm.' })
  expect(deepseek).not.toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning fails where it is left out everywhere, also without tools', async () => {
  expect(await loop(dropped, {})).not.toHaveEchoedReasoning()
  expect(await loop(kept, {})).toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning holds for a streamed answer as soon as it was read', async () => {
  const deepseek = fakeDeepSeek([[reasoning(thought), weather], 'Sunny.'])
  await ask(deepseek, 'The weather?', { tools, stream: true })
  await ask(deepseek, [user('The weather?'), { role: 'assistant', ...kept }, sunny], { tools, stream: true })
  expect(deepseek).toHaveEchoedReasoning()
})

test('toHaveEchoedReasoning shows where the reasoning was left out', async () => {
  const deepseek = await loop(dropped)
  await ask(deepseek, [user('The weather?'), { role: 'assistant', ...dropped }, sunny, user('So?')], { tools })
  const { message } = failureOf(() => expect(deepseek).toHaveEchoedReasoning())
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveEchoedReasoning()

    Answers with reasoning: 1
    Messages from them:     2
    Echoed unchanged:       0
    Requests received:      3

    Request 2, messages[1]: the answer to request 1, and again in 3
    Expected reasoning: "The user wants the weather."
    Received reasoning: undefined"
  `)
})

test('toHaveEchoedReasoning shows the diff of the first reasoning that was altered', async () => {
  const long = `${'So it is. '.repeat(40)}Then I look. ${'So it is. '.repeat(40)}`
  const deepseek = await loop({ ...kept, reasoning_content: long.replace('Then', 'Now') }, { tools }, [
    reasoning(long),
    weather,
  ])
  const { message } = failureOf(() => expect(deepseek).toHaveEchoedReasoning())
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveEchoedReasoning()

    Answers with reasoning: 1
    Messages from them:     1
    Echoed unchanged:       0
    Requests received:      2

    Request 2, messages[1]: the answer to request 1
    - Expected
    + Received

    - … So it is. So it is. So it is. Then I look. So it is. So it is. So it is. So it is. So it is. So it i …
    + … So it is. So it is. So it is. Now I look. So it is. So it is. So it is. So it is. So it is. So it is …"
  `)
})

test('toHaveEchoedReasoning says that no answer had reasoning', async () => {
  const { message } = failureOf(() => expect(fakeDeepSeek(['Hello.'])).toHaveEchoedReasoning())
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveEchoedReasoning()

    Answers with reasoning: 0
    Messages from them:     0
    Echoed unchanged:       0
    Requests received:      0

    No answer had reasoning: script one, such as [reasoning('a thought'), 'a text']."
  `)
})

test('toHaveEchoedReasoning says that no answer came back', async () => {
  const deepseek = fakeDeepSeek([[reasoning(thought), 'Hello.']])
  await ask(deepseek, 'Hi', { tools })
  const { message } = failureOf(() => expect(deepseek).toHaveEchoedReasoning())
  expect(message).toMatch(
    /Requests received: {6}1\n\nNo later request gave an answer with reasoning back to the model\.$/,
  )
})

test('toHaveEchoedReasoning shows at most four answers', async () => {
  const deepseek = fakeDeepSeek(
    Array.from({ length: 7 }, (_, index) => [reasoning(`thought ${index}`), `answer ${index}`]),
    { validate: false },
  )
  const history: object[] = []
  for (const index of Array.from({ length: 7 }).keys()) {
    history.push(user(`question ${index}`))
    await ask(deepseek, history, { tools })
    history.push({ role: 'assistant', content: `answer ${index}`, reasoning_content: 'Hm.' })
  }
  const { message } = failureOf(() => expect(deepseek).toHaveEchoedReasoning())
  expect(message.split('\n').length).toBeLessThanOrEqual(40)
  expect(message).toMatch(/the answer to request 4, and again in 6, 7\n[^]*… and 2 answers more$/)
  expect(message.match(/\+ Received/g)).toHaveLength(1)
})

test('not.toHaveEchoedReasoning shows what came back unchanged', async () => {
  const deepseek = await loop(kept)
  const { message } = failureOf(() => expect(deepseek).not.toHaveEchoedReasoning())
  expect(message).toMatchInlineSnapshot(`
    "expect(received).not.toHaveEchoedReasoning()

    Answers with reasoning: 1
    Messages from them:     1
    Echoed unchanged:       1
    Requests received:      2

    Request 2, messages[1]: the answer to request 1
    Received reasoning: "The user wants the weather.""
  `)
})

test.each([[undefined], ['Hm.'], [{ requests: [{ path: '/session' }] }]])(
  'toHaveEchoedReasoning throws for %j, which records no requests to a model, also under .not',
  (value) => {
    const message = /^toHaveEchoedReasoning received: expected a fake or model that records a model's requests/
    expect(() => expect(value).toHaveEchoedReasoning()).toThrow(message)
    expect(() => expect(value).not.toHaveEchoedReasoning()).toThrow(message)
  },
)

test('toHaveEchoedReasoning throws for a fake opencode', () => {
  expect(() => expect(fakeOpencode()).not.toHaveEchoedReasoning()).toThrow(/such as fakeDeepSeek\(\)/)
})

test('expect.toHaveEchoedReasoning matches a fake inside another value', async () => {
  expect({ deepseek: await loop(kept) }).toEqual({ deepseek: expect.toHaveEchoedReasoning() })
  expect({ deepseek: await loop(dropped) }).toEqual({ deepseek: expect.not.toHaveEchoedReasoning() })
})

test('toHaveEchoedReasoning works with expect.soft and expect.poll', async () => {
  const deepseek = fakeDeepSeek([[reasoning(thought), weather], 'Sunny.'])
  const polled = expect.poll(() => deepseek, { interval: 1 }).toHaveEchoedReasoning()
  await ask(deepseek, 'The weather?', { tools })
  await ask(deepseek, [user('The weather?'), { role: 'assistant', ...kept }, sunny], { tools })
  await polled
  expect.soft(deepseek).toHaveEchoedReasoning()
})
