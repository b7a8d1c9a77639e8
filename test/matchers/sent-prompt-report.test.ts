import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'
import { login, logout, recorder } from './recorder.ts'

expect.extend(matchers)

test('toHaveSentPrompt says that nothing was sent', () => {
  const { message } = failureOf(() => expect(recorder()).toHaveSentPrompt('Fix the login bug'))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveSentPrompt(expected)

    Expected prompt: "Fix the login bug"
    Prompts sent:    0"
  `)
})

test('toHaveSentPrompt shows the nearest prompt and the diff of the texts when none matches', () => {
  const sent = recorder('Write a poem', 'Fix the logout bug', 'Fix it')
  const { message } = failureOf(() => expect(sent).toHaveSentPrompt('Fix the login bug'))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveSentPrompt(expected)

    Expected prompt: "Fix the login bug"
    Prompts sent:    3

    The nearest, number 2 of 3, differs in:
    Received prompt: "Fix the logout bug"

    - Expected
    + Received

    - Fix the login bug
    + Fix the logout bug"
  `)
})

test('toHaveSentPrompt shows only the lines around a difference in a long text', () => {
  const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const sent = recorder(lines.join('\n'))
  const { message } = failureOf(() => expect(sent).toHaveSentPrompt(lines.join('\n').replace('nine', 'ten ')))
  expect(message.slice(message.indexOf('- Expected'))).toMatchInlineSnapshot(`
    "- Expected
    + Received

    @@ -6,4 +6,4 @@
      six
      seven
      eight
    - ten·
    + nine"
  `)
})

test('toHaveSentPrompt names the field that differs when the text is right', () => {
  const { message } = failureOf(() =>
    expect(recorder(login, logout)).toHaveSentPrompt('Fix the login bug', {
      agent: 'plan',
      model: 'deepseek/deepseek-v4-pro',
      sessionID: 'ses_1',
    }),
  )
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveSentPrompt(expected, options)

    Expected prompt:    "Fix the login bug"
    Expected agent:     "plan"
    Expected model:     "deepseek/deepseek-v4-pro"
    Expected sessionID: "ses_1"
    Prompts sent:       2

    The nearest, number 1 of 2, differs in:
    Received agent: "build"
    Received model: "deepseek/deepseek-flash""
  `)
})

test('toHaveSentPrompt shows the latest prompt where a part is expected and none is nearer', () => {
  const { message } = failureOf(() => expect(recorder('Hello', 'Hi')).toHaveSentPrompt(/login/))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveSentPrompt(expected)

    Expected prompt: /login/
    Prompts sent:    2

    The nearest, number 2 of 2, differs in:
    Received prompt: "Hi""
  `)
})

test('toHaveSentPrompt shows the matching prompts and the next nearest when there were too few', () => {
  const sent = recorder(login, 'Fix the login bugs')
  const { message } = failureOf(() => expect(sent).toHaveSentPrompt('Fix the login bug', { times: 2 }))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveSentPrompt(expected, options)

    Expected prompt: "Fix the login bug"
    Expected times:  2
    Received times:  1
    Prompts sent:    2

    Matching:
    1. "Fix the login bug" (agent build, model deepseek/deepseek-flash, session ses_1)

    The nearest, number 2 of 2, differs in:
    Received prompt: "Fix the login bugs"

    - Expected
    + Received

    - Fix the login bug
    + Fix the login bugs"
  `)
})

test('toHaveSentPrompt shows the matching prompts alone when there were too many', () => {
  const { message } = failureOf(() => expect(recorder('Hi', 'Go', 'Hi')).toHaveSentPrompt('Hi', { times: 1 }))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveSentPrompt(expected, options)

    Expected prompt: "Hi"
    Expected times:  1
    Received times:  2
    Prompts sent:    3

    Matching:
    1. "Hi"
    3. "Hi""
  `)
})

test('not.toHaveSentPrompt shows the prompts that match when it fails', () => {
  const { message } = failureOf(() => expect(recorder('Hi', login)).not.toHaveSentPrompt(/login/, { agent: 'build' }))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).not.toHaveSentPrompt(expected, options)

    Expected prompt: not /login/
    Expected agent:  "build"
    Prompts sent:    2

    Matching:
    2. "Fix the login bug" (agent build, model deepseek/deepseek-flash, session ses_1)"
  `)
})

test('not.toHaveSentPrompt denies the number where one is given', () => {
  const { message } = failureOf(() => expect(recorder('Hi')).not.toHaveSentPrompt('Go on', { times: 0 }))
  expect(message).toMatchInlineSnapshot(`
    "expect(received).not.toHaveSentPrompt(expected, options)

    Expected prompt: "Go on"
    Expected times:  not 0
    Received times:  0
    Prompts sent:    1"
  `)
})

test('toHaveSentPrompt gives Vitest no values, as its message has the diff', () => {
  expect(failureOf(() => expect(recorder('Hi')).toHaveSentPrompt('Go'))).toMatchObject({
    actual: undefined,
    expected: undefined,
  })
})

test('toHaveSentPrompt takes the one with more fields right for the nearest of two texts that are equally near', () => {
  const sent = recorder(login, { ...login, agent: 'plan' }, { ...login, sessionID: 'ses_2' })
  const options = { agent: 'plan', sessionID: 'ses_1', model: 'fake/fake-model' }
  expect(() => expect(sent).toHaveSentPrompt('Fix the login bug', options)).toThrow(
    'The nearest, number 2 of 3, differs in:\nReceived model: "deepseek/deepseek-flash"',
  )
})

test('toHaveSentPrompt shows the fields of a model where fields are expected', () => {
  expect(() => expect(recorder(login)).toHaveSentPrompt(/login/, { model: { providerID: 'fake' } })).toThrow(
    /differs in:\nReceived model: [^]*"modelID": "deepseek-flash",\s*"providerID": "deepseek"/,
  )
})
