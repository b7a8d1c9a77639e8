import { fakeDeepSeek, fakeOpencode, runPrompt } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

test('toHaveConsumedScript passes when every reply was used and none was missed', async () => {
  const deepseek = fakeDeepSeek(['Hello.', 'Bye.'])
  expect(deepseek).not.toHaveConsumedScript()
  await ask(deepseek, 'Hi')
  expect(deepseek).not.toHaveConsumedScript()
  await ask(deepseek, 'Go')
  expect(deepseek).toHaveConsumedScript()
  await ask(deepseek, 'Once more')
  expect(deepseek).not.toHaveConsumedScript()
})

test('toHaveConsumedScript passes for a fake without a script that nobody asked', () => {
  expect(fakeDeepSeek()).toHaveConsumedScript()
  expect(fakeOpencode()).toHaveConsumedScript()
})

test('toHaveConsumedScript counts the scripts of sessions', async () => {
  const deepseek = fakeDeepSeek()
  deepseek.session('ses_1').script('Hello.')
  expect(deepseek).not.toHaveConsumedScript()
  await ask(deepseek, 'Hi')
  expect(deepseek).toHaveConsumedScript()
})

test('toHaveConsumedScript sees the rounds of a fake opencode beyond its script', async () => {
  const opencode = fakeOpencode({ script: ['Hello.'] })
  await runPrompt(opencode, 'Hi')
  expect(opencode).toHaveConsumedScript()
  await runPrompt(opencode, 'Go')
  expect(opencode).not.toHaveConsumedScript()
})

test('toHaveConsumedScript lets an unknown route be, as it is no script miss', async () => {
  const deepseek = fakeDeepSeek(['Hello.'])
  await ask(deepseek, 'Hi')
  await deepseek.fetch(`${deepseek.url}/embeddings`, { method: 'POST', body: '{}' })
  expect(deepseek.misses).toHaveLength(1)
  expect(deepseek).toHaveConsumedScript()
})

test('toHaveConsumedScript reads a model that records no misses', () => {
  expect({ remaining: 0 }).toHaveConsumedScript()
  expect({ remaining: 1 }).not.toHaveConsumedScript()
})

test('toHaveConsumedScript says how many replies are left', () => {
  const { message } = failureOf(() => expect(fakeDeepSeek(['Hello.', 'Bye.'])).toHaveConsumedScript())
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveConsumedScript()

    Expected replies left:  0
    Received replies left:  2
    Expected script misses: 0
    Received script misses: 0
    Requests received:      0"
  `)
})

test('toHaveConsumedScript lists each script miss', () => {
  const misses = [
    { kind: 'script', message: "request 2 (last message 'Go on,\nplease') has no turn left" },
    { kind: 'route', message: 'POST /embeddings is no endpoint of this fake' },
    { kind: 'script', message: "request 3 (last message 'Once more') has no turn left" },
  ]
  const { message } = failureOf(() =>
    expect({ remaining: 1, misses, requests: [{}, {}, {}, {}] }).toHaveConsumedScript(),
  )
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveConsumedScript()

    Expected replies left:  0
    Received replies left:  1
    Expected script misses: 0
    Received script misses: 2
    Requests received:      4

    Script misses:
    1. request 2 (last message 'Go on, please') has no turn left
    2. request 3 (last message 'Once more') has no turn left"
  `)
})

test('toHaveConsumedScript shows what a fake says of a miss', async () => {
  const deepseek = fakeDeepSeek(['Hello.'])
  for (const prompt of ['Hi', 'Once more']) await ask(deepseek, prompt)
  expect(() => expect(deepseek).toHaveConsumedScript()).toThrow(/Script misses:\n1\. request 2 .*'Once more'/)
})

test('toHaveConsumedScript leaves the middle of a long list out', () => {
  const misses = Array.from({ length: 100 }, (_, index) => ({ kind: 'script', message: `request ${index + 2}` }))
  const { message } = failureOf(() => expect({ remaining: 0, misses }).toHaveConsumedScript())
  expect(message.split('\n').length).toBeLessThanOrEqual(40)
  expect(message).toMatch(/1\. request 2\n[^]*lines …\n[^]*100\. request 101$/)
})

test('not.toHaveConsumedScript says what it wants', async () => {
  const deepseek = fakeDeepSeek(['Hello.'])
  await ask(deepseek, 'Hi')
  const { message } = failureOf(() => expect(deepseek).not.toHaveConsumedScript())
  expect(message).toMatchInlineSnapshot(`
    "expect(received).not.toHaveConsumedScript()

    Expected:               a reply left, or a script miss
    Received replies left:  0
    Received script misses: 0
    Requests received:      1"
  `)
})

test.each([[undefined], [null], ['Hello.'], [{ remaining: '0' }], [{ remaining: 0, misses: 2 }], [{ requests: [] }]])(
  'toHaveConsumedScript throws for %j, which plays no script, also under .not',
  (value) => {
    const message = /^toHaveConsumedScript received: expected a fake or model that plays a script.*, received/
    expect(() => expect(value).toHaveConsumedScript()).toThrow(message)
    expect(() => expect(value).not.toHaveConsumedScript()).toThrow(message)
  },
)

test('toHaveConsumedScript asks for the missing await when it is given a promise', () => {
  expect(() => expect(Promise.resolve(fakeDeepSeek())).toHaveConsumedScript()).toThrow(/`await`/)
})

test('expect.toHaveConsumedScript matches a fake inside another value', () => {
  expect({ deepseek: fakeDeepSeek() }).toEqual({ deepseek: expect.toHaveConsumedScript() })
  expect({ deepseek: fakeDeepSeek(['Hello.']) }).toEqual({ deepseek: expect.not.toHaveConsumedScript() })
})

test('toHaveConsumedScript works with expect.soft and expect.poll', async () => {
  const deepseek = fakeDeepSeek(['Hello.'])
  const polled = expect.poll(() => deepseek, { interval: 1 }).toHaveConsumedScript()
  await ask(deepseek, 'Hi')
  await polled
  expect.soft(deepseek).toHaveConsumedScript()
})
