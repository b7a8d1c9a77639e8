import { WireDriftError } from '../errors.ts'
import type { Envelope } from './envelope.ts'
import { isRecord } from './is-record.ts'
import { parseJson } from './parse-json.ts'
import { readEnvelope } from './read-envelope.ts'

const FRAME = 'event frame'

/** The envelope of one frame's data. Throws WireDriftError for what is no JSON and for JSON that is no event. */
export function parseEnvelope(json: string): Envelope {
  const event = parseJson(FRAME, json)
  const envelope = readEnvelope(event)
  if (envelope) return envelope
  if (!isRecord(event)) throw new WireDriftError({ type: FRAME, path: 'data', expected: 'an object', received: event })
  const { type, properties } = event
  if (typeof type !== 'string') {
    throw new WireDriftError({ type: FRAME, path: 'type', expected: 'a string', received: type })
  }
  throw new WireDriftError({ type, path: 'properties', expected: 'an object', received: properties })
}
