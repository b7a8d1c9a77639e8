import { expect, test } from 'vitest'
import { parseMessageLevelProgress } from '../../src/wire/parse-message-level-progress.ts'
import { readCapture } from '../fixtures/read-capture.ts'

test.for([
  'session.next.prompted',
  'session.next.step.ended',
  'session.next.step.failed',
  'session.inbox.delivered',
  'session.prompt.promoted',
  'session.input.promoted',
  'session.step.ended',
  'session.step.failed.1',
])('sees progress in %s', (type) => {
  expect(parseMessageLevelProgress(type, { sessionID: 'ses_a' })).toBe('ses_a')
  expect(parseMessageLevelProgress(type, {})).toBe(undefined)
})

test.for([
  'server.heartbeat',
  'session.updated',
  'session.idle',
  'message.part.updated',
  'message.part.delta',
  'session.next.prompt.admitted',
  'session.next.step.started',
  'session.next.text.ended',
  'session.next.tool.success',
  'session.inbox.enqueued',
  'session.execution.started',
  'session.execution.succeeded',
  'session.step.started',
  'session.step.streamed',
  'session.tool.progress',
  'session.retry.scheduled',
])('sees no progress in %s', (type) => {
  const info = { role: 'user', time: { completed: 1 } }
  expect(parseMessageLevelProgress(type, { sessionID: 'ses_a', info, part: { type: 'step-finish' } })).toBe(undefined)
})

test('sees progress in a prompt and in a completed step alone', () => {
  // The prompt is sent three times: stored, summarised during the turn and after it (facts/opencode-1x.md section 3).
  const progress = readCapture('02-reasoning-then-text').sse.map(({ type, properties }) =>
    parseMessageLevelProgress(type, properties),
  )
  expect(progress.filter((sessionID) => sessionID !== undefined)).toEqual(
    Array(4).fill('ses_dd30d86cbffeUrz7EPEWMTr0RD'),
  )
  const started = { sessionID: 'ses_a', info: { role: 'assistant', cost: 1, time: { created: 1 } } }
  expect(parseMessageLevelProgress('message.updated', started)).toBe(undefined)
  expect(parseMessageLevelProgress('session.status', { sessionID: 'ses_a', status: { type: 'busy' } })).toBe(undefined)
})
