import { fakeDeepSeek, type FakeDeepSeek } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const system = { role: 'system', content: 'You label issues.' }
const first = { role: 'user', content: 'Nobody can log in' }
const reply = { role: 'assistant', content: 'label: bug' }
const second = { role: 'user', content: 'And now?' }

/** A request as a model records it. */
const request = (session: string, messages: readonly object[], side?: string): object => ({ session, messages, side })

/** A fake that was asked with these messages, one request after the other. */
async function asked(...requests: readonly (readonly object[])[]): Promise<FakeDeepSeek> {
  const deepseek = fakeDeepSeek(requests.map(() => 'label: bug'))
  for (const messages of requests) await ask(deepseek, messages)
  return deepseek
}

test('toHaveStablePrefix passes where each request continues the one before', async () => {
  expect(await asked([system, first], [system, first, reply, second])).toHaveStablePrefix()
  expect(await asked([first], [first], [first, reply, second])).toHaveStablePrefix()
})

test('toHaveStablePrefix fails where a message changed, is gone or stands elsewhere', async () => {
  const today = { role: 'system', content: 'You label issues. It is Monday.' }
  expect(await asked([system, first], [today, first, reply, second])).not.toHaveStablePrefix()
  expect(await asked([system, first], [system])).not.toHaveStablePrefix()
  expect(await asked([system, first], [first, reply, second])).not.toHaveStablePrefix()
})

test('toHaveStablePrefix holds sessions apart, and leaves side calls out', () => {
  const requests = [request('a', [first]), request('b', [second]), request('a', [first, reply])]
  expect({ requests }).toHaveStablePrefix()
  expect({
    requests: [request('a', [first]), request('a', [system], 'title'), request('a', [first])],
  }).toHaveStablePrefix()
})

test('toHaveStablePrefix shows the first message that differs', async () => {
  const today = { role: 'system', content: 'You label issues. It is Monday.' }
  const deepseek = await asked([system, first], [today, first, reply, second])
  expect(failureOf(() => expect(deepseek).toHaveStablePrefix()).message).toMatchInlineSnapshot(`
    "expect(received).toHaveStablePrefix()

    Requests that follow another: 1
    That continue it:             0
    Requests received:            2

    Request 2 does not continue request 1: messages[0] differs:

    - Expected
    + Received

      {
        "role": "system"
    -   "content": "You label issues."
    +   "content": "You label issues. It is Monday."
      }"
  `)
})

test('toHaveStablePrefix says that a message is gone, and that there is nothing to judge', async () => {
  const shorter = await asked([system, first], [system])
  expect(() => expect(shorter).toHaveStablePrefix()).toThrow(
    'Request 2 does not continue request 1: messages[1] is gone:\nExpected: {"role": "user", "content": "Nobody can log in"}',
  )
  const once = await asked([first])
  expect(() => expect(once).toHaveStablePrefix()).toThrow('No request followed another: there is no prefix to judge.')
})
