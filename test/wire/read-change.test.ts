import { expect, test } from 'vitest'
import type { Change } from '../../src/wire/change.ts'
import { readChange } from '../../src/wire/read-change.ts'

const sessionID = 'ses_a'
const error = { name: 'APIError', data: { message: 'no' } }

test.for<[type: string, properties: object, kind: Change['kind']]>([
  ['session.created', { info: { id: 'ses_a' } }, 'session'],
  ['session.updated', { info: { id: 'ses_a' } }, 'session'],
  ['session.updated.1', { info: { id: 'ses_a' } }, 'session'],
  ['session.updated', {}, 'other'],
  ['session.status', { status: { type: 'busy' } }, 'busy'],
  ['session.status', { status: { type: 'retry', attempt: 1 } }, 'busy'],
  ['session.status', { status: { type: 'idle' } }, 'idle'],
  ['session.status', { status: { type: 'dreaming' } }, 'other'],
  ['session.idle', {}, 'idle'],
  ['session.error', { error }, 'error'],
  ['message.updated', { info: { id: 'msg_a', role: 'user' } }, 'message'],
  ['message.updated', { info: { id: 'msg_a', role: 'system' } }, 'other'],
  ['message.removed', { messageID: 'msg_a' }, 'message-removed'],
  ['message.part.updated', { part: { id: 'prt_a', messageID: 'msg_a', type: 'text' } }, 'part'],
  ['message.part.removed', { messageID: 'msg_a', partID: 'prt_a' }, 'part-removed'],
  ['message.part.delta', { messageID: 'msg_a', partID: 'prt_a', field: 'text', delta: 'x' }, 'other'],
  ['session.dreamt', {}, 'other'],
])('reads %s %j as %s', ([type, properties, kind]) => {
  expect(readChange({ type, properties: { sessionID, ...properties } })).toMatchObject({ kind, sessionID })
})

test('reads an abort apart from other errors', () => {
  const aborted = { name: 'MessageAbortedError', data: { message: 'Aborted' } }
  expect(readError(aborted)).toMatchObject({
    aborted: true,
    error: { name: 'MessageAbortedError', message: 'Aborted' },
  })
  expect(readError(error)).toMatchObject({ aborted: false, error: { name: 'APIError', message: 'no', raw: error } })
})

test('reads nothing of what is no event', () => {
  for (const value of [undefined, 'session.idle', {}, { type: 'session.idle' }, { properties: {} }]) {
    expect(readChange(value)).toBe(undefined)
  }
})

test('places an event without a session nowhere', () => {
  expect(readChange({ type: 'server.connected', properties: {} })).toEqual({ kind: 'other' })
})

const readError = (value: object): unknown =>
  readChange({ type: 'session.error', properties: { sessionID, error: value } })
