import { KNOWN_EVENT_TYPES } from './known-event-types.ts'

/**
 * Whether some supported version of opencode sends events of this type; a schema version (one dot and digits) at its end may stay.
 * Never throws.
 */
export function isKnownEventType(type: string): boolean {
  if (KNOWN_EVENT_TYPES.has(type)) return true
  if (typeof type !== 'string') return false
  // What plugins send over 2.x is named by them (facts/opencode-2x.md section 3).
  return KNOWN_EVENT_TYPES.has(type.replace(/\.\d+$/, '')) || /^rpc\../.test(type)
}
