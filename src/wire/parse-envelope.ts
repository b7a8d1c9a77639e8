import { WireDriftError } from '../errors.ts'
import type { Envelope } from './envelope.ts'
import { isRecord } from './is-record.ts'
import { FRAME, parseJson } from './parse-json.ts'
import { readEnvelope } from './read-envelope.ts'
import { unwrapEvent } from './unwrap-event.ts'

/**
 * The envelope of one frame's data, or of one row of `POST /sync/history`, of any version. A `sync` twin has the `id` of the event it
 * repeats. Throws WireDriftError for what is no JSON and for JSON that is no event.
 */
export function parseEnvelope(json: string): Envelope {
  const frame = parseJson(json)
  return readEnvelope(frame) ?? fail(frame)
}

function fail(frame: unknown): never {
  if (!isRecord(frame)) throw new WireDriftError({ type: FRAME, path: 'data', expected: 'an object', received: frame })
  const event = unwrapEvent(frame)
  const { type } = event
  const path = wrappingOf(frame, event)
  if (typeof type !== 'string') {
    throw new WireDriftError({ type: FRAME, path: `${path}type`, expected: 'a string', received: type })
  }
  const name = 'data' in event ? 'data' : 'properties'
  throw new WireDriftError({ type, path: `${path}${name}`, expected: 'an object', received: event[name] })
}

function wrappingOf(frame: Readonly<Record<string, unknown>>, event: unknown): string {
  if (event === frame) return ''
  if (event === frame['payload']) return 'payload.'
  return event === frame['syncEvent'] ? 'syncEvent.' : 'payload.syncEvent.'
}
