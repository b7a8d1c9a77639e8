import { expect, test } from 'vitest'
import { WireDriftError } from '../../src/errors.ts'
import { parseEnvelope } from '../../src/wire/parse-envelope.ts'

test('unwraps an event', () => {
  expect(parseEnvelope('{"id":"evt_1","type":"session.idle","properties":{"sessionID":"ses_a"}}')).toEqual({
    id: 'evt_1',
    type: 'session.idle',
    props: { sessionID: 'ses_a' },
    sessionID: 'ses_a',
  })
})

test('unwraps an event of 1.3.2, which has no id', () => {
  const json = '{"type":"message.updated","properties":{"info":{"id":"msg_a","sessionID":"ses_a"}}}'
  expect(parseEnvelope(json)).toEqual({
    type: 'message.updated',
    props: { info: { id: 'msg_a', sessionID: 'ses_a' } },
    sessionID: 'ses_a',
  })
})

test.for<[json: string, message: string]>([
  ['{"id":', 'event frame: data: expected JSON, received "{\\"id\\":"'],
  ['null', 'event frame: data: expected an object, received null'],
  ['["x"]', 'event frame: data: expected an object, received ["x"]'],
  ['{"id":"evt_1"}', 'event frame: type: expected a string, received undefined'],
  ['{"type":"session.idle"}', 'session.idle: properties: expected an object, received undefined'],
])('throws for %s', ([json, message]) => {
  expect(() => parseEnvelope(json)).toThrow(WireDriftError)
  expect(() => parseEnvelope(json)).toThrow(message)
})
