import { WireDriftError } from '../errors.ts'

/** JSON from the wire. Throws WireDriftError, with the parser's own error as its cause, where it is none. `type` names the event. */
export function parseJson(type: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    const error = new WireDriftError({ type, path: 'data', expected: 'JSON', received: json })
    error.cause = cause
    throw error
  }
}
