import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isKnownEventType } from '../../src/wire/is-known-event-type.ts'
import { isPartDelta } from '../../src/wire/is-part-delta.ts'
import { isPartUpdated } from '../../src/wire/is-part-updated.ts'
import { isSessionUpdated } from '../../src/wire/is-session-updated.ts'
import { isStepEnded } from '../../src/wire/is-step-ended.ts'
import { parseAssistantTurnEnd } from '../../src/wire/parse-assistant-turn-end.ts'
import { parseMessageLevelProgress } from '../../src/wire/parse-message-level-progress.ts'
import { parseSessionError } from '../../src/wire/parse-session-error.ts'
import { readChange } from '../../src/wire/read-change.ts'
import { sessionIDFromProps } from '../../src/wire/session-id-from-props.ts'
import { readCapture } from '../fixtures/read-capture.ts'

const found = <T>(name: string, read: (type: string, props: unknown) => T | undefined): T[] =>
  readCapture(name)
    .sse.map(({ type, properties }) => read(type, properties))
    .filter((value) => value !== undefined)

test('reads the end of each step', () => {
  expect(found('03-tool-bash-then-text', parseAssistantTurnEnd)).toEqual([
    { sessionID: 'ses_dd30d75efffe1NlNQFWuKFaLX2', messageID: 'msg_22cf28a770010hikQIFOV5aP05', finish: 'tool-calls' },
    { sessionID: 'ses_dd30d75efffe1NlNQFWuKFaLX2', messageID: 'msg_22cf28dbf001NjeSH19rt4vxlA', finish: 'stop' },
  ])
})

test('reads the error that ended a step', () => {
  expect(found('07-abort-mid-stream', parseAssistantTurnEnd)).toEqual([
    {
      sessionID: 'ses_dd30cf418ffe8G7gBhWyl66kfo',
      messageID: 'msg_22cf30c56001zHZO4YjV9WnxH5',
      error: { name: 'MessageAbortedError', message: 'Aborted' },
    },
  ])
})

test('reads the error of a session', () => {
  expect(found('09a-http-401', parseSessionError)).toEqual([
    {
      sessionID: 'ses_dd30a9f98ffedAxF34kgBjYqO6',
      name: 'APIError',
      message: 'Authentication Fails (auth header format should be Bearer sk-...)',
    },
  ])
})

test.for<[type: string, props: object, end: object | undefined]>([
  ['session.next.step.ended', { finish: 'tool-calls', cost: 0 }, { finish: 'tool-calls' }],
  ['session.next.step.ended.2', { finish: 'stop' }, { finish: 'stop' }],
  [
    'session.next.step.failed',
    { error: { type: 'unknown', message: 'Provider turn interrupted' } },
    { error: { name: 'unknown', message: 'Provider turn interrupted' } },
  ],
  ['session.step.ended', { finish: 'stop', rawFinish: 'stop' }, { finish: 'stop' }],
  [
    'session.step.failed',
    { finish: 'content-filter', error: { type: 'provider.content-filter', message: '' } },
    { finish: 'content-filter', error: { name: 'provider.content-filter', message: '' } },
  ],
  ['session.step.streamed', {}, undefined],
  // So 1.15.13 with the experimental event system sends it, next to the message.
  ['session.next.step.ended', { assistantMessageID: undefined, finish: 'stop' }, undefined],
])('reads the end of a step in %s %j', ([type, props, end]) => {
  const read = parseAssistantTurnEnd(type, { sessionID: 'ses_a', assistantMessageID: 'msg_a', ...props })
  expect(read).toEqual(end && { sessionID: 'ses_a', messageID: 'msg_a', ...end })
})

test('reads the end of a step that 1.x tells without finish or error', () => {
  const info = { id: 'msg_a', role: 'assistant', time: { created: 1, completed: 2 } }
  expect(parseAssistantTurnEnd('message.updated', { sessionID: 'ses_a', info })).toEqual({
    sessionID: 'ses_a',
    messageID: 'msg_a',
  })
  for (const other of [{ role: 'user' }, { time: { created: 1 } }, { time: undefined }, { id: 7 }]) {
    expect(parseAssistantTurnEnd('message.updated', { sessionID: 'ses_a', info: { ...info, ...other } })).toBe(
      undefined,
    )
  }
})

test.for<[type: string, error: unknown, read: object | undefined]>([
  ['session.error', { name: 'UnknownError', data: {} }, { name: 'UnknownError' }],
  ['session.error', undefined, undefined],
  ['session.error', { data: { message: 'no' } }, undefined],
  ['session.next.step.failed.2', { type: 'unknown', message: 'HTTP 401' }, { name: 'unknown', message: 'HTTP 401' }],
  [
    'session.execution.failed',
    { type: 'provider.auth', message: 'no', status: 401 },
    { name: 'provider.auth', message: 'no' },
  ],
  ['session.execution.settled', { type: 'unknown', message: 'no' }, { name: 'unknown', message: 'no' }],
  ['session.execution.settled', undefined, undefined],
  // The step's, which session.execution.failed repeats.
  ['session.step.failed', { type: 'provider.auth', message: 'no' }, undefined],
  ['message.updated', { name: 'UnknownError', data: {} }, undefined],
])('reads the error of a session in %s %j', ([type, error, read]) => {
  expect(parseSessionError(type, { sessionID: 'ses_a', error })).toEqual(read && { sessionID: 'ses_a', ...read })
})

test('has no session for an error that names none', () => {
  expect(parseSessionError('session.error', { error: { name: 'UnknownError', data: {} } })).toBe(undefined)
})

test('finds the session where 1.3.2 has it', () => {
  expect(sessionIDFromProps({ info: { id: 'msg_a', sessionID: 'ses_a' } })).toBe('ses_a')
  expect(sessionIDFromProps({ part: { id: 'prt_a', sessionID: 'ses_a' } })).toBe('ses_a')
  expect(sessionIDFromProps({ info: { id: 'ses_a' } })).toBe('ses_a')
  expect(sessionIDFromProps({ info: { id: 'msg_a' } })).toBe(undefined)
})

test('finds the session of a form of 2.x, and none where it has none', () => {
  expect(sessionIDFromProps({ form: { id: 'frm_a', sessionID: 'ses_a' } })).toBe('ses_a')
  expect(sessionIDFromProps({ form: { id: 'frm_a', sessionID: 'global' } })).toBe(undefined)
  expect(sessionIDFromProps({ id: 'frm_a', sessionID: 'global' })).toBe(undefined)
})

test('never throws, whatever a frame holds', () => {
  const fields = [
    'sessionID',
    'messageID',
    'assistantMessageID',
    'info',
    'form',
    'part',
    'error',
    'status',
    'role',
    'time',
    'completed',
    'name',
    'data',
    'id',
    'type',
  ]
  const { props } = fc.letrec((tie) => ({
    props: fc.dictionary(
      fc.constantFrom(...fields),
      fc.oneof({ maxDepth: 3 }, fc.jsonValue({ maxDepth: 1 }), tie('props')),
    ),
  }))
  const types = [
    'message.updated',
    'message.part.updated',
    'message.removed',
    'session.updated',
    'session.error',
    'session.status',
    'session.next.step.ended',
    'session.step.failed',
    'session.execution.failed',
    'session.inbox.delivered',
  ]
  const type = fc.oneof(fc.constantFrom(...types), fc.constantFrom('', undefined, 7))
  const readers: readonly Function[] = [
    parseAssistantTurnEnd,
    parseSessionError,
    parseMessageLevelProgress,
    (_: unknown, value: unknown) => sessionIDFromProps(value),
    (kind: unknown, value: unknown) => readChange({ type: kind, properties: value }),
    isPartDelta,
    isPartUpdated,
    isSessionUpdated,
    isStepEnded,
    isKnownEventType,
  ]
  fc.assert(
    fc.property(type, fc.oneof(props, fc.jsonValue()), (...args) => {
      for (const read of readers) Reflect.apply(read, undefined, args)
    }),
    { numRuns: 100 },
  )
})
