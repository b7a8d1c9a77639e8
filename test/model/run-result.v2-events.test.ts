import { expect, test } from 'vitest'
import { promptsOfRun } from '../../src/model/run-prompts.ts'
import { RunResult } from '../../src/model/run-result.ts'
import { messageIDOf } from '../../src/wire/run-message.ts'
import { plainReply, stepInterrupted, textUsage, toolCall } from '../fixtures/v2/runs.ts'
import { misfits } from '../fixtures/v2/schema-faults.ts'
import {
  created,
  delivered,
  enqueued,
  type LogRow,
  sessionLog,
  stepEnded,
  stepStarted,
  texts,
  type V2Event,
} from '../fixtures/v2/session-log.ts'

test('looks into a child session of 2.x only where it is asked to', () => {
  const child = validLog('ses_b', [
    created(1125, { parentID: 'ses_a' }),
    enqueued(1126, 'msg_q1', 'Sub'),
    [1127, 'execution.started'],
    delivered(1128, 'msg_q1'),
    stepStarted(1129, 'msg_t1'),
    ...texts(1131, 'msg_t1', 'sub result'),
    stepEnded(1161, 'msg_t1', 'stop', textUsage),
    [1162, 'execution.succeeded'],
  ])
  const events = [...toolCall.events, ...child].toSorted((a, b) => a.created - b.created)
  const run = RunResult.from(events)
  expect(run.text).toBe('It printed hi.')
  expect(run.cost).toBeCloseTo(0.000056616, 9)
  expect(RunResult.from(run, { sessionID: 'ses_b' })).toMatchObject({ text: 'sub result', outcome: 'succeeded' })
})

test('takes an execution that found no model for a failed run', () => {
  const error = { type: 'provider.no-route', message: 'Model unavailable: opencode/nope' }
  const events = validLog('ses_a', [
    created(1000),
    enqueued(1010, 'msg_p1', 'Hi'),
    [1020, 'execution.started'],
    [1030, 'execution.failed', { error }],
  ])
  expect(RunResult.from(events)).toMatchObject({ outcome: 'failed', error: { ...error, raw: error }, steps: [] })
})

test('reads a run of 2.x whose beginning was missed', () => {
  const late = plainReply.events.filter(({ created: at }) => at >= 1080)
  const run = RunResult.from(late)
  expect(run).toMatchObject({ outcome: 'succeeded', text: 'Hello there.', finish: 'stop', cost: 0.000020272 })
  expect(run.messages.map(({ type }) => type)).toEqual(['assistant', 'idle'])
})

test('goes on with a run that a shutdown had stopped', () => {
  const events = validLog('ses_a', [
    created(1000),
    enqueued(1010, 'msg_p1', 'Hi'),
    [1020, 'execution.started'],
    delivered(1030, 'msg_p1'),
    stepStarted(1040, 'msg_s1'),
    [1050, 'step.failed', { assistantMessageID: 'msg_s1', error: stepInterrupted }],
    [1060, 'execution.interrupted', { reason: 'shutdown' }],
    [2020, 'execution.started'],
    stepStarted(2030, 'msg_s2'),
    ...texts(2040, 'msg_s2', 'Hello.'),
    stepEnded(2070, 'msg_s2', 'stop', textUsage),
    [2080, 'execution.succeeded'],
  ])
  const run = RunResult.from(events)
  expect(run.messages.map(messageIDOf)).toEqual(['msg_p1', 'msg_s1', 'msg_s2', 'msg_a2080'])
  expect(run.outcome).toBe('succeeded')
})

// facts/opencode-1x-preview-api.md section 8: other spellings, one event for all outcomes, and no mark.
test.for([
  ['input', { input: { type: 'user', data: { text: 'Hi' } } }],
  ['prompt', { prompt: { text: 'Hi' } }],
] as const)('reads a run as betas of 2.x told of it, with session.%s events', ([name, admitted]) => {
  const call = { assistantMessageID: 'msg_s1', callID: 'call_1' }
  const events = sessionLog('ses_a', [
    created(1000),
    [1010, `${name}.admitted`, { inputID: 'msg_p1', ...admitted }],
    [1020, 'execution.started'],
    [1030, `${name}.promoted`, { inputID: 'msg_p1' }],
    stepStarted(1040, 'msg_s1'),
    [1050, 'tool.input.started', { ...call, name: 'bash' }],
    [1060, 'tool.called', { ...call, input: { command: 'ls' }, executed: false }],
    [1070, 'tool.success', { ...call, structured: {}, content: [{ type: 'text', text: 'a' }], executed: false }],
    stepEnded(1080, 'msg_s1', 'stop', textUsage),
    [1090, 'execution.settled', { outcome: 'success' }],
  ])
  const run = RunResult.from(events)
  expect(promptsOfRun(run)).toEqual([{ text: 'Hi', sessionID: 'ses_a', promptID: 'msg_p1' }])
  expect(run).toMatchObject({ outcome: 'succeeded', toolCalls: [{ id: 'call_1', name: 'bash', output: 'a' }] })
})

/** The events of a session that fit the schema of 2.x. */
function validLog(sessionID: string, rows: readonly LogRow[]): readonly V2Event[] {
  const events = sessionLog(sessionID, rows)
  expect(misfits('V2Event', events)).toEqual([])
  return events
}
