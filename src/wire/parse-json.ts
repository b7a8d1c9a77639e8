import { WireDriftError } from '../errors.ts'
import { eventTypeOf } from './event-type-of.ts'

/** Names a frame in errors whose type cannot be told. */
export const FRAME = 'event frame'

/**
 * JSON from the wire. Throws WireDriftError, with the parser's own error as its cause, where it is none. `type` names the event; without
 * it, the type that the text begins with.
 */
export function parseJson(json: string, type?: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    const error = new WireDriftError({
      type: type ?? eventTypeOf(json) ?? FRAME,
      path: 'data',
      expected: 'JSON',
      received: json,
    })
    error.cause = cause
    throw error
  }
}
