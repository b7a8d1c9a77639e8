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

test.for<[is: (type: string) => boolean, type: string]>([
  [isPartDelta, 'message.part.delta'],
  [isPartUpdated, 'message.part.updated'],
  [isSessionUpdated, 'session.updated'],
  [isStepEnded, 'session.next.step.ended'],
  [isStepEnded, 'session.step.ended'],
  [isKnownEventType, 'session.idle'],
])('%o knows %s, with and without a schema version', ([is, type]) => {
  expect([type, `${type}.1`, `${type}.12`].map(is)).toEqual([true, true, true])
  expect([`${type}.`, `${type}.1a`, `${type}.1.2`, `${type}1`, `x${type}`, type.slice(1), ''].map(is)).not.toContain(
    true,
  )
})

test('knows every event of the recorded streams', () => {
  for (const name of [
    '01-plain-text',
    '03-tool-bash-then-text',
    '11b-permission-reject',
    '12a-question-reply',
    '15b-fork',
  ]) {
    expect(readCapture(name).sse.filter(({ type }) => !isKnownEventType(type))).toEqual([])
  }
})

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

test('sees progress in a prompt and in a completed step alone', () => {
  // The prompt is sent three times: stored, summarised during the turn and after it (facts/opencode-1x.md section 3).
  expect(found('02-reasoning-then-text', parseMessageLevelProgress)).toEqual(
    Array(4).fill('ses_dd30d86cbffeUrz7EPEWMTr0RD'),
  )
  const started = { sessionID: 'ses_a', info: { role: 'assistant', cost: 1, time: { created: 1 } } }
  expect(parseMessageLevelProgress('message.updated', started)).toBe(undefined)
  expect(parseMessageLevelProgress('session.status', { sessionID: 'ses_a', status: { type: 'busy' } })).toBe(undefined)
})

test('finds the session where 1.3.2 has it', () => {
  expect(sessionIDFromProps({ info: { id: 'msg_a', sessionID: 'ses_a' } })).toBe('ses_a')
  expect(sessionIDFromProps({ part: { id: 'prt_a', sessionID: 'ses_a' } })).toBe('ses_a')
  expect(sessionIDFromProps({ info: { id: 'ses_a' } })).toBe('ses_a')
  expect(sessionIDFromProps({ info: { id: 'msg_a' } })).toBe(undefined)
})

test('never throws, whatever a frame holds', () => {
  const fields = [
    'sessionID',
    'messageID',
    'info',
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
