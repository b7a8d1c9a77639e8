import { expect, test, vi } from 'vitest'
import { InvalidOptionError, WireDriftError } from '../../src/errors.ts'
import { RunResult } from '../../src/model/run-result.ts'
import type { AssistantInfo } from '../../src/wire/message.ts'
import { readCapture } from '../fixtures/read-capture.ts'
import { assistantMessage, toolPart, userMessage } from './messages.ts'
import { event } from './run-events.ts'

test('is empty without messages', () => {
  const run = new RunResult({ session: null })
  expect(run).toMatchObject({
    session: null,
    messages: [],
    assistantMessages: [],
    events: [],
    steps: [],
    toolCalls: [],
  })
  expect(run).toMatchObject({ text: '', reasoning: '', finish: undefined, outcome: null, error: null, cost: 0 })
  expect(run.tokens).toEqual({ total: 0, input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } })
})

test('is read-only', () => {
  const messages = [userMessage('Say hello')]
  const run = new RunResult({ session: null, messages })
  messages.push(assistantMessage())
  expect(run.messages).toHaveLength(1)
  expect(() => Object.assign(run, { session: {} })).toThrow(TypeError)
  expect(() => Reflect.apply(Array.prototype.push, run.messages, [1])).toThrow(TypeError)
})

test('sums cost and tokens over the steps', () => {
  const tokens = { input: 1, output: 2, reasoning: 3, cache: { read: 4, write: 5 } }
  const run = new RunResult({
    session: null,
    messages: [
      assistantMessage({ cost: 0.1, tokens }),
      assistantMessage({ cost: 0.2, tokens: { ...tokens, total: 99 } }),
    ],
  })
  expect(run.cost).toBeCloseTo(0.3, 9)
  expect(run.tokens).toEqual({ total: 30, input: 2, output: 4, reasoning: 6, cache: { read: 8, write: 10 } })
})

test('takes text and reasoning from the last attempt of the last step', () => {
  const parts = [
    ...attempt('failed'),
    ...attempt('one'),
    { type: 'text', text: 'noted', synthetic: true },
    { type: 'text', text: ' two' },
  ]
  const run = new RunResult({
    session: null,
    messages: [assistantMessage({}, attempt('before')), assistantMessage({}, parts)],
  })
  expect(run.text).toBe('one two')
  expect(run.reasoning).toBe('why one')
  expect(run.steps.map(({ text }) => text)).toEqual(['before', 'one two'])
})

const rejected = toolPart({ status: 'error', error: 'The user rejected permission to use this specific tool call.' })
const dismissed = toolPart({ status: 'error', error: 'The user dismissed this question' })
const advised = toolPart({ status: 'error', error: 'The user rejected permission with the following feedback: no' })

// facts/opencode-1x.md sections 3 to 8
test.for<[string, Partial<AssistantInfo>, readonly object[], RunResult['outcome']]>([
  ['finish stop', { finish: 'stop' }, [], 'succeeded'],
  ['finish length', { finish: 'length' }, [], 'succeeded'],
  ['finish unknown', { finish: 'unknown' }, [], 'failed'],
  ['finish content-filter', { finish: 'content-filter' }, [], 'failed'],
  ['a finish nobody knows', { finish: 'other' }, [], null],
  ['tool calls as the last word', { finish: 'tool-calls' }, [], null],
  ['a structured answer', { finish: 'tool-calls', structured: { answer: 7 } }, [], 'succeeded'],
  ['a rejected permission', { finish: 'tool-calls' }, [rejected], 'interrupted'],
  ['a dismissed question', { finish: 'tool-calls' }, [dismissed], 'interrupted'],
  ['a rejection with feedback', { finish: 'tool-calls' }, [advised], null],
  ['an abort', { error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } }, [], 'interrupted'],
  ['another error', { error: { name: 'APIError', data: { message: 'no', statusCode: 402 } } }, [], 'failed'],
  ['a step that is not complete', { time: { created: 1 } }, [], null],
])('tells the outcome of %s', ([, info, parts, outcome]) => {
  expect(new RunResult({ session: null, messages: [assistantMessage(info, parts)] }).outcome).toBe(outcome)
})

test('takes a step that was completed with nothing for one aborted while it waited to retry', () => {
  const { finish: _, ...info } = assistantMessage().info as AssistantInfo
  expect(new RunResult({ session: null, messages: [{ info, parts: [] }] }).outcome).toBe('interrupted')
})

test('knows from an idle that nothing follows tool calls', () => {
  const messages = [assistantMessage({ finish: 'tool-calls' })]
  expect(new RunResult({ session: null, messages, events: [event('session.idle')] }).outcome).toBe('interrupted')
  expect(new RunResult({ session: null, messages, events: [event('session.diff')] }).outcome).toBe(null)
})

test('is not failed by an error of a child session', () => {
  const events = [
    { type: 'session.error', properties: { sessionID: 'ses_child', error: { name: 'APIError', data: {} } } },
  ]
  expect(new RunResult({ session: null, messages: [assistantMessage()], events })).toMatchObject({
    outcome: 'succeeded',
    error: null,
  })
})

test('cannot tell the outcome of a shell command', () => {
  const { http } = readCapture('15g-shell-and-command')
  const run = RunResult.from(http.find(({ path }) => path.endsWith('/shell'))?.body)
  expect(run.toolCalls.map(({ name, output }) => [name, output])).toEqual([['bash', 'from-shell\n']])
  expect(run.outcome).toBe(null)
})

test('tells the error of the last step with its name, message, status and what the wire had', () => {
  const raw = { name: 'APIError', data: { message: 'Insufficient Balance', statusCode: 402, isRetryable: false } }
  const run = new RunResult({ session: null, messages: [assistantMessage({ error: raw })] })
  expect(run.error).toEqual({ name: 'APIError', message: 'Insufficient Balance', status: 402, raw })
})

test('reads messages that people wrote by hand', () => {
  const run = RunResult.from([
    {
      info: { role: 'assistant' },
      parts: [
        { type: 'text', text: 'hi' },
        { type: 'tool', tool: 'read' },
      ],
    },
  ])
  expect(run.text).toBe('hi')
  expect(run.cost).toBe(0)
  expect(run.toolCalls).toEqual([{ id: '', name: 'read', input: {}, status: 'pending' }])
})

test('throws for a cost of a wrong type instead of reading 0', () => {
  const messages = [{ info: { role: 'assistant', cost: '0.1' }, parts: [] }]
  expect(() => RunResult.from(messages)).toThrow(WireDriftError)
  expect(() => RunResult.from(messages)).toThrow('message.updated: info.cost: expected a number, received "0.1"')
})

test('knows a RunResult of the other copy of the package', async () => {
  vi.resetModules()
  const copy = await import('../../src/model/run-result.ts')
  const run = new copy.RunResult({ session: null, messages: [userMessage('Say hello'), assistantMessage()] })
  expect(copy.RunResult).not.toBe(RunResult)
  expect(run).toBeInstanceOf(RunResult)
  expect(RunResult.from(run)).toBe(run)
  expect(RunResult.from(run, { promptID: 'msg_0' }).outcome).toBe('succeeded')
  expect({}).not.toBeInstanceOf(RunResult)
})

test('differs from a run with other messages', () => {
  expect(prompted('a')).toEqual(prompted('a'))
  expect(prompted('a')).not.toEqual(prompted('b'))
})

test('throws for fields of a wrong type', () => {
  expect(() => Reflect.construct(RunResult, [{ session: 'ses_a' }])).toThrow(InvalidOptionError)
  expect(() => Reflect.construct(RunResult, [{ session: null, messages: {} }])).toThrow(
    'messages: expected a list, received {}',
  )
  expect(() => Reflect.construct(RunResult, [{ session: null, events: 'x' }])).toThrow(
    'events: expected a list, received "x"',
  )
})

test('keeps the session as it was after the run', () => {
  const { sse } = readCapture('01-plain-text')
  const cost = (promptID: string): number | undefined => RunResult.from(sse, { promptID }).session?.cost
  // One text step costs 0.000020272 USD; the session's cost is the sum of its runs.
  expect(cost('msg_22cf26194001oBxP66ZYVjVQ8S')).toBeCloseTo(0.000020272, 9)
  expect(cost('msg_22cf26d320012HapBcoZkP3i94')).toBeCloseTo(0.000040544, 9)
})

const attempt = (text: string): object[] => [
  { type: 'step-start' },
  { type: 'reasoning', text: `why ${text}` },
  { type: 'text', text },
]

const prompted = (text: string): RunResult => new RunResult({ session: null, messages: [userMessage(text)] })
