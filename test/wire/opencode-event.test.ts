import type { Envelope, OpencodeEvent } from 'opencode-testing/wire'
import { parseEnvelope, toOpencodeEvent } from 'opencode-testing/wire'
import { expect, expectTypeOf, test } from 'vitest'
import { recordedStreams } from './recorded-streams.ts'

const idle: Envelope = { id: 'evt_1', type: 'session.idle', props: { sessionID: 'ses_a' }, sessionID: 'ses_a' }

test('gives an event that it tells apart as it is', () => {
  expect(toOpencodeEvent(idle)).toBe(idle)
})

test('takes the schema version off a type', () => {
  expect(toOpencodeEvent({ ...idle, type: 'session.idle.1', seq: 4 })).toEqual({ ...idle, seq: 4 })
})

test('gives any other event as unknown, with the event itself', () => {
  const dreamt = { ...idle, type: 'session.dreamt' }
  expect(toOpencodeEvent(dreamt)).toEqual({ ...idle, type: 'unknown', raw: dreamt })
  expect(toOpencodeEvent({ ...idle, type: 'toString' })).toMatchObject({ type: 'unknown' })
})

test('tells all recorded events apart but those of the server around the sessions', () => {
  const unknown = recordedStreams()
    .flatMap(({ frames }) => frames.map((frame) => toOpencodeEvent(parseEnvelope(JSON.stringify(frame)))))
    .map((event) => (event.type === 'unknown' ? event.raw.type : undefined))
  const around = /^(?:catalog|file\.watcher|global|integration|plugin|project|reference)\./
  expect(unknown.filter((type) => type !== undefined && !around.test(type))).toEqual([])
  expect(unknown).toContain('plugin.added')
})

test('narrows by type', () => {
  const event: OpencodeEvent = toOpencodeEvent(idle)
  if (event.type === 'session.next.text.delta') expectTypeOf(event.props.delta).toEqualTypeOf<string>()
  if (event.type === 'session.status' && event.props.status.type === 'retry') {
    expectTypeOf(event.props.status.next).toEqualTypeOf<number>()
  }
  if (event.type === 'session.step.ended') expectTypeOf(event.props.tokens.cache.read).toEqualTypeOf<number>()
  if (event.type === 'unknown') expectTypeOf(event.raw).toEqualTypeOf<Envelope>()
  // Versions 1.x and 2.x have a type in common: which it is shows by its properties.
  if (event.type === 'permission.asked' && 'patterns' in event.props) {
    expectTypeOf(event.props.permission).toEqualTypeOf<string>()
  }
  expectTypeOf(event.sessionID).toEqualTypeOf<string | undefined>()
  expect(event.type === 'session.idle' && event.props.sessionID).toBe('ses_a')
})
