import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import type { SentPrompt } from '../../src/model/run-prompts.ts'
import { failureOf } from './failure-of.ts'
import { answer, prompt } from './messages.ts'
import { login, logout, recorder } from './recorder.ts'

expect.extend(matchers)

test('toHaveSentPrompt passes when a prompt has the whole text', () => {
  expect(recorder('Hello', 'Fix the login bug')).toHaveSentPrompt('Fix the login bug')
  expect(recorder('Hello', 'Fix the login bug')).not.toHaveSentPrompt('Fix the login')
  expect(recorder()).not.toHaveSentPrompt('')
})

test('toHaveSentPrompt takes a RegExp or an asymmetric matcher for a part', () => {
  expect(recorder('Fix the login bug')).toHaveSentPrompt(/login/)
  expect(recorder('Fix the login bug')).toHaveSentPrompt(expect.stringContaining('login'))
  expect(recorder('Fix the login bug')).not.toHaveSentPrompt(/^login/)
  expect(recorder('Fix the login bug')).not.toHaveSentPrompt(expect.stringContaining('logout'))
})

test('toHaveSentPrompt gives the same answer each time for a global RegExp', () => {
  const part = /login/g
  expect(recorder('Fix the login bug', 'the login')).toHaveSentPrompt(part, { times: 2 })
  expect(recorder('Fix the login bug', 'the login')).toHaveSentPrompt(part, { times: 2 })
})

test('toHaveSentPrompt counts exactly with times', () => {
  const opencode = recorder('Hello', 'Go on', 'Go on')
  expect(opencode).toHaveSentPrompt('Go on', { times: 2 })
  expect(opencode).toHaveSentPrompt('Stop', { times: 0 })
  expect(opencode).not.toHaveSentPrompt('Go on', { times: 1 })
  expect(opencode).not.toHaveSentPrompt('Go on', { times: 3 })
  expect(opencode).not.toHaveSentPrompt('Hello', { times: 0 })
})

test('toHaveSentPrompt holds the agent and the session against the same prompt', () => {
  expect(recorder(login, logout)).toHaveSentPrompt('Fix the login bug', { agent: 'build', sessionID: 'ses_1' })
  expect(recorder(login, logout)).toHaveSentPrompt(/Fix/, { agent: /^pl/, sessionID: expect.stringMatching(/2$/) })
  expect(recorder(login, logout)).not.toHaveSentPrompt('Fix the login bug', { agent: 'plan' })
  expect(recorder(login, logout)).not.toHaveSentPrompt('Fix the login bug', { sessionID: 'ses_2' })
  expect(recorder('Fix the login bug')).not.toHaveSentPrompt('Fix the login bug', { agent: 'build' })
})

test('toHaveSentPrompt takes a model as provider/model', () => {
  expect(recorder(login)).toHaveSentPrompt(/login/, { model: 'deepseek/deepseek-flash' })
  expect(recorder(login)).toHaveSentPrompt(/login/, { model: /flash$/ })
  expect(recorder(login)).not.toHaveSentPrompt(/login/, { model: 'deepseek/deepseek-v4-pro' })
  const model = { providerID: 'openrouter', modelID: 'deepseek/deepseek-chat' }
  expect(recorder({ text: 'Hi', model })).toHaveSentPrompt('Hi', { model: 'openrouter/deepseek/deepseek-chat' })
  expect(recorder('Hi')).not.toHaveSentPrompt('Hi', { model: /./ })
})

test('toHaveSentPrompt takes a model as a subset of its fields, in the spelling of a message or of a session', () => {
  expect(recorder(login)).toHaveSentPrompt(/login/, { model: { providerID: 'deepseek' } })
  expect(recorder(login)).toHaveSentPrompt(/login/, { model: { id: 'deepseek-flash', providerID: 'deepseek' } })
  expect(recorder(login)).toHaveSentPrompt(/login/, { model: { modelID: expect.stringContaining('flash') } })
  expect(recorder(login)).not.toHaveSentPrompt(/login/, {
    model: { providerID: 'deepseek', modelID: 'deepseek-v4-pro' },
  })
  expect(recorder('Hi')).not.toHaveSentPrompt('Hi', { model: {} })
})

test('toHaveSentPrompt takes an asymmetric matcher for the name or for the fields of a model', () => {
  expect(recorder(login)).toHaveSentPrompt(/login/, { model: expect.stringContaining('flash') })
  expect(recorder(login)).toHaveSentPrompt(/login/, { model: expect.objectContaining({ providerID: 'deepseek' }) })
  expect(recorder(login)).not.toHaveSentPrompt(/login/, { model: expect.stringContaining('pro') })
})

test('toHaveSentPrompt reads the prompts of a run, without what opencode wrote in the user’s name', () => {
  const goOn = prompt('Continue if you have next steps', { id: 'msg_3' })
  const synthetic = { ...goOn, parts: goOn.parts.map((part) => Object.assign(part, { synthetic: true })) }
  const messages = [prompt(['Fix the bug', 'in login.ts']), synthetic, answer('Done.', { id: 'msg_4', finish: 'stop' })]
  const run = new RunResult({ session: null, messages })
  expect(run).toHaveSentPrompt('Fix the bug\nin login.ts', { times: 1, agent: 'build', sessionID: 'ses_1' })
  expect(run).toHaveSentPrompt(/^Fix/, { model: 'fake/fake-model' })
  expect(run).not.toHaveSentPrompt(/Continue/)
})

test.each([[undefined], [null], [7], [['Hi']]])('toHaveSentPrompt(%j) throws, as it is no text', (text) => {
  const message = /^toHaveSentPrompt expected: expected a string, a RegExp or an asymmetric matcher, received/
  // @ts-expect-error the types do not let it through either
  expect(() => expect(recorder('Hi')).toHaveSentPrompt(text)).toThrow(message)
  // @ts-expect-error the types do not let it through either
  expect(() => expect(recorder('Hi')).not.toHaveSentPrompt(text)).toThrow(message)
})

test.each([
  [{ time: 2 }, /options\.time: expected one of times, agent, model, sessionID/],
  [{ times: -1 }, /options\.times: expected an? \w+ >= 0, received -1/],
  [{ times: 1.5 }, /options\.times: expected an integer >= 0, received 1\.5/],
  [{ times: '2' }, /options\.times: expected an integer >= 0/],
  [{ agent: 7 }, /options\.agent: expected a string, a RegExp or an asymmetric matcher, received 7/],
  [{ sessionID: {} }, /options\.sessionID: expected a string/],
  [{ model: 'deepseek-flash' }, /options\.model: expected 'provider\/model'.*, received "deepseek-flash"/],
  [{ model: { provider: 'deepseek' } }, /options\.model\.provider: expected one of providerID, modelID, id, variant/],
  [null, /options: expected an object, received null/],
])('toHaveSentPrompt throws for the options %j, also under .not', (options, message) => {
  // @ts-expect-error most of them the types do not let through either
  const plain = failureOf(() => expect(recorder('Hi')).toHaveSentPrompt('Hi', options))
  expect(plain.message).toMatch(/^toHaveSentPrompt options/)
  expect(plain.message).toMatch(message)
  // @ts-expect-error most of them the types do not let through either
  expect(failureOf(() => expect(recorder('Hi')).not.toHaveSentPrompt('Hi', options)).message).toBe(plain.message)
})

test.each([[undefined], ['Hi'], [{ prompts: ['Hi'] }], [{ sentPrompts: 2 }]])(
  'toHaveSentPrompt throws for %j, which records no prompts, also under .not',
  (value) => {
    const message = /^toHaveSentPrompt received: expected a fake or model that records its prompts, or a run/
    expect(() => expect(value).toHaveSentPrompt('Hi')).toThrow(message)
    expect(() => expect(value).not.toHaveSentPrompt('Ho')).toThrow(message)
  },
)

test('toHaveSentPrompt names the record that is no prompt', () => {
  expect(() => expect({ sentPrompts: [{ text: 'Hi' }, { agent: 'build' }] }).not.toHaveSentPrompt('Ho')).toThrow(
    /^toHaveSentPrompt received\.sentPrompts\[1\]\.text: expected a string, received undefined/,
  )
})

test('toHaveSentPrompt asks for the missing await when it is given a promise', () => {
  expect(() => expect(Promise.resolve(recorder('Hi'))).not.toHaveSentPrompt('Ho')).toThrow(/`await`/)
})

test('expect.toHaveSentPrompt matches a fake inside another value', () => {
  expect({ opencode: recorder('Hi') }).toEqual({ opencode: expect.toHaveSentPrompt('Hi', { times: 1 }) })
  expect({ opencode: recorder('Hi') }).not.toEqual({ opencode: expect.toHaveSentPrompt('Ho') })
})

test('toHaveSentPrompt works with expect.soft and expect.poll', async () => {
  const sentPrompts: SentPrompt[] = []
  const opencode = {
    get sentPrompts(): readonly SentPrompt[] {
      sentPrompts.push({ text: `prompt ${sentPrompts.length + 1}` })
      return sentPrompts
    },
  }
  expect.soft(recorder('Hi')).toHaveSentPrompt('Hi')
  await expect.poll(() => opencode, { interval: 1 }).toHaveSentPrompt('prompt 3')
})
