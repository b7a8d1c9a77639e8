import { expect, test } from 'vitest'
import { RunResult } from '../../src/model/run-result.ts'
import type { EventObject } from '../../src/wire/envelope.ts'
import type { FlatAssistantMessage } from '../../src/wire/flat/flat-message.ts'
import type { AssistantInfo } from '../../src/wire/message.ts'
import type { RunMessage } from '../../src/wire/run-message.ts'
import type { SessionInfo } from '../../src/wire/session-info.ts'
import { flatPrompt, flatStep, idleMark, stepOf2x } from './flat-messages.ts'
import { assistantMessage, toolPart, userMessage } from './messages.ts'
import { event, status } from './run-events.ts'

// The rules of design, section 1.5: one test a rule, named after it.

const ofStep = (info: Partial<AssistantInfo>, parts: readonly object[] = []): RunResult['outcome'] =>
  outcomeOf([userMessage('x'), assistantMessage(info, parts)])

const ofPreviewStep = (fields: Partial<FlatAssistantMessage>): RunResult['outcome'] =>
  outcomeOf([flatPrompt('x'), flatStep(fields)])

const error = (name: string): { name: string; data: { message: string } } => ({ name, data: { message: 'no' } })

test('1.x: MessageAbortedError is interrupted', () => {
  expect(ofStep({ error: error('MessageAbortedError') })).toBe('interrupted')
})

test('1.x: another error is failed', () => {
  expect(ofStep({ error: error('APIError') })).toBe('failed')
})

test.for(['stop', 'length'])('1.x: completed with finish %s is succeeded', (finish) => {
  expect(ofStep({ finish })).toBe('succeeded')
})

test('1.x: finish unknown as the last word is failed', () => {
  expect(ofStep({ finish: 'unknown' })).toBe('failed')
  const steps = ['unknown', 'stop'].map((finish, index) => assistantMessage({ id: `msg_${index + 1}`, finish }))
  expect(outcomeOf([userMessage('x'), ...steps])).toBe('succeeded')
})

test('1.x: finish content-filter is failed', () => {
  // facts/opencode-1x.md section 6: the server gives it an error as well.
  expect(ofStep({ finish: 'content-filter' })).toBe('failed')
})

test('1.x: completed without finish or error, an abort in a retry wait, is interrupted', () => {
  const { finish: _, ...info } = assistantMessage().info as AssistantInfo
  expect(outcomeOf([userMessage('x'), { info, parts: [] }])).toBe('interrupted')
})

test('1.x: tool-calls as the last word with a structured answer is succeeded', () => {
  expect(ofStep({ finish: 'tool-calls', structured: { answer: 7 } })).toBe('succeeded')
})

test.for(['The user rejected permission to use this specific tool call.', 'The user dismissed this question'])(
  '1.x: tool-calls as the last word after a refused tool is interrupted: %s',
  (message) => {
    expect(ofStep({ finish: 'tool-calls' }, [toolPart({ status: 'error', error: message })])).toBe('interrupted')
  },
)

test('1.x: tool-calls as the last word after a rejection with feedback is null, as the turn goes on', () => {
  const part = toolPart({ status: 'error', error: 'The user rejected permission with the following feedback: no' })
  expect(ofStep({ finish: 'tool-calls' }, [part])).toBe(null)
})

test('1.x: other tool-calls as the last word are null until an idle, then interrupted', () => {
  const messages = [userMessage('x'), assistantMessage({ finish: 'tool-calls' })]
  expect(outcomeOf(messages)).toBe(null)
  expect(outcomeOf(messages, [event('session.diff')])).toBe(null)
  expect(outcomeOf(messages, status('idle'))).toBe('interrupted')
  expect(outcomeOf(messages, [...status('idle'), ...status('busy')])).toBe(null)
})

test('1.x: not completed is null', () => {
  expect(ofStep({ time: { created: 1 } })).toBe(null)
})

test('1.x: a finish that nobody knows is null', () => {
  expect(ofStep({ finish: 'other' })).toBe(null)
})

test('1.x: a session.error decides where no assistant message of the run came after it', () => {
  const failure = event('session.error', { error: error('UnknownError') })
  const answer = event('message.updated', { info: assistantMessage().info })
  expect(outcomeOf([userMessage('x')], [failure])).toBe('failed')
  expect(outcomeOf([userMessage('x'), assistantMessage()], [failure, answer])).toBe('succeeded')
  expect(outcomeOf([userMessage('x')], [event('session.error', { error: error('MessageAbortedError') })])).toBe(
    'interrupted',
  )
})

test('1.x: an error of a child session decides nothing', () => {
  const failure = event('session.error', { sessionID: 'ses_child', error: error('APIError') })
  expect(new RunResult({ session: null, messages: [assistantMessage()], events: [failure] })).toMatchObject({
    outcome: 'succeeded',
    error: null,
  })
})

// facts/opencode-1x-preview-api.md section 5
test('preview: an error of the last step is failed', () => {
  expect(ofPreviewStep({ finish: 'error', error: { type: 'unknown', message: 'HTTP transport failed' } })).toBe(
    'failed',
  )
})

test('preview: the error "Provider turn interrupted" is interrupted', () => {
  const interruption = { type: 'unknown', message: 'Provider turn interrupted' }
  expect(ofPreviewStep({ finish: 'error', error: interruption })).toBe('interrupted')
})

test.for(['stop', 'length'])('preview: finish %s is succeeded', (finish) => {
  expect(ofPreviewStep({ finish })).toBe('succeeded')
})

test('preview: no finish is interrupted', () => {
  const content = [{ type: 'text', id: 'text-0', text: 'Partial' }] as const
  expect(ofPreviewStep({ time: { created: 20 }, content })).toBe('interrupted')
})

test('preview: no finish is null while a tool, a text or a thought is seen at work', () => {
  const time = { created: 20 }
  const state = { status: 'running', input: {}, structured: {}, content: [] } as const
  const tool = { type: 'tool', id: 'call_1', name: 'bash', provider: { executed: false }, state, time } as const
  const thought = { type: 'reasoning', id: 'reasoning-0', text: '', time } as const
  expect(ofPreviewStep({ time, content: [tool] })).toBe(null)
  expect(ofPreviewStep({ time, content: [{ type: 'text', id: 'text-0', text: '' }] })).toBe(null)
  expect(ofPreviewStep({ time, content: [thought] })).toBe(null)
})

test('preview: a last tool whose error is "Tool execution interrupted" is interrupted', () => {
  expect(ofPreviewStep({ finish: 'tool-calls', content: [failedTool('Tool execution interrupted')] })).toBe(
    'interrupted',
  )
})

test('preview: anything else is null', () => {
  expect(ofPreviewStep({ finish: 'content-filter' })).toBe(null)
  expect(ofPreviewStep({ finish: 'unknown' })).toBe(null)
  expect(ofPreviewStep({ finish: 'tool-calls', content: [failedTool('Unknown tool: x')] })).toBe(null)
  expect(outcomeOf([flatPrompt('x')])).toBe(null)
})

test.for(['succeeded', 'failed', 'interrupted'] as const)("2.x: the run's idle marker decides: %s", (outcome) => {
  const step = stepOf2x({ finish: 'error', error: { type: 'provider.auth', message: 'no' } })
  const events = [execution('succeeded')]
  expect(outcomeOf([flatPrompt('x'), step, idleMark({ outcome })], events, sessionThatIs('failed', 40))).toBe(outcome)
})

test.for(['user', 'shutdown', 'superseded', 'inactivity'])(
  '2.x: else its execution event: interrupted for the reason %s',
  (reason) => {
    const messages = [flatPrompt('x'), stepOf2x({ finish: 'stop' })]
    expect(outcomeOf(messages, [execution('interrupted', { reason })])).toBe('interrupted')
  },
)

test.for(['succeeded', 'failed'])('2.x: else its execution event: %s', (outcome) => {
  const messages = [flatPrompt('x'), stepOf2x({ finish: 'stop' })]
  expect(outcomeOf(messages, [execution(outcome)], sessionThatIs('interrupted', 40))).toBe(outcome)
})

test.for([
  ['success', 'succeeded'],
  ['failure', 'failed'],
  ['interrupted', 'interrupted'],
] as const)('2.x: the execution event of betas says %s', ([told, outcome]) => {
  expect(outcomeOf([flatPrompt('x'), stepOf2x()], [execution('settled', { outcome: told })])).toBe(outcome)
})

test("2.x: else the session's outcome, if its time.idle is not older than the prompt", () => {
  const messages = [flatPrompt('x', { time: { created: 10 } }), stepOf2x({ finish: 'stop' })]
  expect(outcomeOf(messages, [], sessionThatIs('failed', 11))).toBe('failed')
  expect(outcomeOf(messages, [], sessionThatIs('failed', 10))).toBe('failed')
  expect(outcomeOf(messages, [], sessionThatIs('failed', 9))).toBe(null)
})

test('2.x: else null, whatever its last step says', () => {
  expect(outcomeOf([flatPrompt('x'), stepOf2x({ finish: 'stop' })])).toBe(null)
  expect(outcomeOf([flatPrompt('x'), stepOf2x({ finish: 'error', error: { type: 'aborted', message: '' } })])).toBe(
    null,
  )
})

test('2.x: null while an execution is under way', () => {
  const messages = [flatPrompt('x'), flatStep({ finish: 'stop' })]
  expect(outcomeOf(messages, [execution('interrupted', { reason: 'shutdown' }), execution('started')])).toBe(null)
})

test('the error is that of the idle marker, else of the last step, else of the session', () => {
  const [first, second, third] = ['first', 'second', 'third'].map((message) => ({ type: 'unknown', message }))
  const step = flatStep({ finish: 'error', ...(second && { error: second }) })
  const failure = execution('failed', { error: third })
  const errorOf = (messages: readonly RunMessage[]): unknown =>
    new RunResult({ session: sessionThatIs('failed', 40), messages, events: [failure] }).error?.message
  expect(errorOf([step, idleMark({ outcome: 'failed', ...(first && { error: first }) })])).toBe('first')
  // Up to 2.0.21 a mark has no error (facts/opencode-2x.md section 0).
  expect(errorOf([step, idleMark({ outcome: 'failed' })])).toBe('second')
  expect(errorOf([idleMark({ outcome: 'failed' })])).toBe('third')
})

function outcomeOf(
  messages: readonly RunMessage[],
  events: readonly EventObject[] = [],
  session: SessionInfo | null = null,
): RunResult['outcome'] {
  return new RunResult({ session, messages, events }).outcome
}

function sessionThatIs(outcome: NonNullable<SessionInfo['outcome']>, idle: number): SessionInfo {
  return { id: 'ses_a', outcome, time: { created: 1, updated: 40, idle } }
}

function execution(name: string, data: object = {}): EventObject {
  return event(`session.execution.${name}`, data)
}

function failedTool(message: string): FlatAssistantMessage['content'][number] {
  const state = {
    status: 'error',
    input: {},
    content: [],
    structured: {},
    error: { type: 'unknown', message },
  } as const
  return { type: 'tool', id: 'call_1', name: 'bash', provider: { executed: false }, state, time: { created: 20 } }
}
