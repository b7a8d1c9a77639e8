import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'
import { login, logout, recorder } from './recorder.ts'

expect.extend(matchers)

const fake = recorder(login, logout)

test('toHaveSentPrompts compares all prompts in their order', () => {
  expect(fake).toHaveSentPrompts(['Fix the login bug', /logout/])
  expect(fake).toHaveSentPrompts([expect.any(String), { text: 'Fix the logout bug', agent: 'plan' }])
  expect(fake).not.toHaveSentPrompts(['Fix the logout bug', 'Fix the login bug'])
  expect(fake).not.toHaveSentPrompts(['Fix the login bug'])
  expect(fake).toHaveSentPrompts(expect.arrayContaining(['Fix the logout bug']))
  expect(recorder()).toHaveSentPrompts([])
})

test('toHaveSentPrompts shows the prompts that differ when it fails', () => {
  const { message } = failureOf(() =>
    expect(fake).toHaveSentPrompts([/login/, { text: 'Fix the logout bug', agent: 'build' }, 'Release it']),
  )
  expect(message).toMatchInlineSnapshot(`
    "expect(received).toHaveSentPrompts(prompts)

    Expected prompts: 3
    Received prompts: 2

    - Expected
    + Received

      "Fix the login bug", agent "build"
    - "Fix the logout bug", agent "build"
    - "Release it"
    + "Fix the logout bug", agent "plan""
  `)
})

test('not.toHaveSentPrompts shows what was denied', () => {
  expect(() => expect(fake).not.toHaveSentPrompts([/login/, /logout/])).toThrow(
    'Expected prompts: not [/login/, /logout/]\nReceived prompts: ["Fix the login bug", "Fix the logout bug"]',
  )
})

test.each([
  ['Fix it', 'toHaveSentPrompts prompts: expected a list of texts or { text, agent?, model?, sessionID? }'],
  [[5], 'toHaveSentPrompts prompts[0]: expected a string, a RegExp'],
  [[{ prompt: 'Fix it' }], 'toHaveSentPrompts prompts[0].prompt: expected one of text, agent, model, sessionID'],
  [[{ agent: 'plan' }], 'toHaveSentPrompts prompts[0].text: expected a string'],
])('toHaveSentPrompts(%j) throws, also under .not', (prompts, message) => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(fake).not.toHaveSentPrompts(prompts)).toThrow(message)
})
