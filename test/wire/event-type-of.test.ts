import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventTypeOf } from '../../src/wire/event-type-of.ts'
import { parseEnvelope } from '../../src/wire/parse-envelope.ts'
import { recordedStreams } from './recorded-streams.ts'

test('reads the type of every recorded frame as the parser does', () => {
  const texts = recordedStreams().flatMap(({ frames }) => frames.map((frame) => JSON.stringify(frame)))
  expect(texts.filter((text) => eventTypeOf(text) !== parseEnvelope(text).type)).toEqual([])
})

test.for([
  [
    '{"directory":"/home","project":"5333","payload":{"id":"evt_1","type":"session.idle","properties":{}}}',
    'session.idle',
  ],
  ['{"payload":{"properties":{"type":"no"},"type":"session.idle"}}', 'session.idle'],
  [
    '{"payload":{"type":"sync","syncEvent":{"id":"evt_1","type":"session.updated.1","data":{}},"id":"evt_1"}}',
    'session.updated.1',
  ],
  ['{"type":"sync","syncEvent":{"type":"session.updated.1"}}', 'session.updated.1'],
  ['{"payload":{"type":"sync","properties":{}}}', 'sync'],
  ['{"payload":{"payload":{"payload":{"type":"no"}}}}', undefined],
  ['{"payload":{},"type":"session.idle"}', 'session.idle'],
  ['{"properties":{"payload":{"type":"no"}},"type":"session.idle"}', 'session.idle'],
])('looks into what %s wraps', ([json, type]) => {
  expect(eventTypeOf(json ?? '')).toBe(type)
})

test('is not misled by a type further in', () => {
  expect(
    eventTypeOf('{"properties":{"type":"no","part":{"type":"text"}},"list":[{"type":"no"}],"type":"session.idle"}'),
  ).toBe('session.idle')
  expect(eventTypeOf('{"properties":{"type":"no"}}')).toBe(undefined)
})

test('is not misled by quotes and brackets in strings', () => {
  expect(eventTypeOf(String.raw`{"id":"\"type\":\"no\"}","x":"\\","type":"session.idle"}`)).toBe('session.idle')
  expect(eventTypeOf(String.raw`{"type\"":"no","text":"type","type" : "session.idle"}`)).toBe('session.idle')
})

test('agrees with a parser about any object', () => {
  const json = fc.dictionary(fc.constantFrom('type', 'id', 'properties', 'a"b'), fc.jsonValue())
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
      const { type } = value
      const plain = typeof type === 'string' && JSON.stringify(type) === `"${type}"`
      const text = JSON.stringify(value, null, indent)
      if (plain) expect(eventTypeOf(text)).toBe(type)
      else if (typeof type !== 'string') expect(eventTypeOf(text)).toBe(undefined)
    }),
  )
})

test('never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void eventTypeOf(text)))
  expect(eventTypeOf('')).toBe(undefined)
  expect(eventTypeOf('{"type')).toBe(undefined)
})
