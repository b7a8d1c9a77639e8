import { expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/errors.ts'
import { RunResult } from '../../src/model/run-result.ts'
import { listedMessages, promptAnswer, readCapture } from '../fixtures/read-capture.ts'
import { assistantMessage, userMessage } from './messages.ts'

const capture = readCapture('03-tool-bash-then-text')
const text = 'The tool printed hi-from-tool.'

test('gives a RunResult back as it is', () => {
  const run = RunResult.from(capture.sse)
  expect(RunResult.from(run)).toBe(run)
  expect(RunResult.from(run, { sessionID: 'ses_dd30d75efffe1NlNQFWuKFaLX2' })).toBe(run)
})

test('takes the last run of what has one', () => {
  const lastRun = RunResult.from(capture.sse)
  expect(RunResult.from({ lastRun })).toBe(lastRun)
  expect(RunResult.from({ lastRun: undefined }).outcome).toBe(null)
})

test('picks a run by its prompt or session from what has several', () => {
  const runs = ['msg_1', 'msg_2'].map((id) => new RunResult({ session: null, messages: [userMessage(id, { id })] }))
  expect(RunResult.from({ runs, lastRun: runs[1] }, { promptID: 'msg_1' })).toBe(runs[0])
  expect(RunResult.from({ runs, lastRun: runs[0] }, { sessionID: 'ses_a' })).toBe(runs[1])
  expect(() => RunResult.from({ runs, lastRun: runs[1] }, { promptID: 'msg_3' })).toThrow(
    'options.promptID: expected a prompt of the value (msg_1, msg_2), received "msg_3"',
  )
})

test('takes what a prompt answered, as the API and as the SDK give it', () => {
  const answer = promptAnswer(capture)
  expect(RunResult.from(answer).text).toBe(text)
  expect(RunResult.from({ data: answer, request: {}, response: {} }).text).toBe(text)
})

test('takes a message list, as the API and as the SDK give it', () => {
  expect(RunResult.from(listedMessages(capture)).steps).toHaveLength(2)
  expect(RunResult.from({ data: listedMessages(capture) }).steps).toHaveLength(2)
})

test('takes events that decodeEvents made', () => {
  const envelopes = capture.sse.map(({ properties, ...event }) => ({ ...event, props: properties }))
  expect(RunResult.from(envelopes).text).toBe(text)
})

test('takes an empty list for an empty run', () => {
  expect(RunResult.from([])).toMatchObject({ outcome: null, messages: [], text: '' })
})

test('takes a thrown error for a failed run', () => {
  const thrown = Object.assign(new TypeError('fetch failed'), { status: 503 })
  const run = RunResult.from(thrown)
  expect(run.outcome).toBe('failed')
  expect(run.error).toEqual({ name: 'TypeError', message: 'fetch failed', status: 503, raw: thrown })
})

test('finds the status in the cause of an error that the SDK threw', () => {
  const cause = { body: { name: 'NotFoundError' }, status: 404 }
  expect(RunResult.from(new Error('Session not found: ses_x', { cause })).error?.status).toBe(404)
})

test('takes an abort for an interrupted run', () => {
  const run = RunResult.from(AbortSignal.abort().reason)
  expect(run.outcome).toBe('interrupted')
  expect(run.error?.name).toBe('AbortError')
})

test('says that an await is missing', () => {
  expect(() => RunResult.from(Promise.resolve([]))).toThrow(InvalidOptionError)
  expect(() => RunResult.from(Promise.resolve([]))).toThrow('not a Promise of it: an `await` is missing')
})

test('says why an answer holds no run', () => {
  const error = { name: 'NotFoundError', data: { message: 'Session not found: ses_x' } }
  expect(() => RunResult.from({ data: undefined, error })).toThrow(
    'value.error: expected an answer without an error, received {"name":"NotFoundError","data":{"message":"Session not found: ses_x"}}',
  )
  expect(() => RunResult.from({ data: {} })).toThrow(
    'value.data: expected { info, parts } or a message list, received {}',
  )
})

test.for([undefined, null, 'Say hello', 7, true, {}, { info: {}, parts: [] }, () => []])(
  'throws for %o, and says what it takes',
  (value) => {
    expect(() => RunResult.from(value)).toThrow(InvalidOptionError)
    expect(() => RunResult.from(value)).toThrow('value: expected a run: a RunResult, a fake that has one')
  },
)

test('names the item of a list that does not fit', () => {
  expect(() => RunResult.from([...capture.sse.slice(0, 2), { type: 'session.idle' }])).toThrow(
    'value[2]: expected an event',
  )
  expect(() => RunResult.from([userMessage('x'), { info: {} }])).toThrow('value[1]: expected a message { info, parts }')
  expect(() => RunResult.from(['x'])).toThrow(
    'value[0]: expected an event { type, properties }, or a message { info, parts }',
  )
})

test('throws for options that it does not know', () => {
  expect(() => fromNothing({ session: 'ses_a' })).toThrow(InvalidOptionError)
  expect(() => fromNothing({ sessionID: 7 })).toThrow('options.sessionID: expected a string, received 7')
})

test('throws for a session or a prompt that is not there, and lists those that are', () => {
  const messages = [userMessage('x'), assistantMessage()]
  expect(() => RunResult.from(messages, { sessionID: 'ses_b' })).toThrow(
    'options.sessionID: expected a session of the value (ses_a), received "ses_b"',
  )
  expect(() => RunResult.from(messages, { promptID: 'msg_1' })).toThrow(
    'options.promptID: expected a prompt of the value (msg_0), received "msg_1"',
  )
  expect(() => RunResult.from(capture.sse, { sessionID: 'ses_b' })).toThrow('(ses_dd30d75efffe1NlNQFWuKFaLX2)')
})

const fromNothing = (options: object): RunResult => RunResult.from([], options)
