import { isRecord } from './is-record.ts'
import { parseJson } from './parse-json.ts'
import { propsOf } from './props-of.ts'
import { unwrapEvent } from './unwrap-event.ts'

/**
 * The properties of an event of type `type` from JSON that is either a frame's whole data, of any stream, or its properties alone.
 * Undefined for JSON that is neither. Throws WireDriftError for what is no JSON.
 */
export function readProperties(type: string, json: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(json, type)
  if (!isRecord(value)) return undefined
  const event = unwrapEvent(value)
  // Properties have no type, those of the events that are read in this way at least.
  return typeof event['type'] === 'string' ? propsOf(event) : event
}
