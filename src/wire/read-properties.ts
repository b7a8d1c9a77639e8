import { isRecord } from './is-record.ts'
import { parseJson } from './parse-json.ts'

/**
 * The properties of an event of type `type` from JSON that is either a frame's whole data or its properties alone. Throws
 * WireDriftError for what is no JSON.
 */
export function readProperties(type: string, json: string): Record<string, unknown> | undefined {
  const value = parseJson(type, json)
  if (!isRecord(value)) return undefined
  return isRecord(value['properties']) && typeof value['type'] === 'string' ? value['properties'] : value
}
