import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { eventTypeOf } from '../../src/wire/event-type-of.ts'
import { readCapture } from '../fixtures/read-capture.ts'

test('reads the type of every frame of a recorded stream', () => {
  const { sse } = readCapture('03-tool-bash-then-text')
  expect(sse.map((event) => eventTypeOf(JSON.stringify(event)))).toEqual(sse.map(({ type }) => type))
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
