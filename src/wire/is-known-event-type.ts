import { KNOWN_EVENT_TYPES } from './known-event-types.ts'

/** Whether some supported version of opencode sends events of this type; a schema version (one dot and digits) at its end may stay. */
export function isKnownEventType(type: string): boolean {
  if (KNOWN_EVENT_TYPES.has(type)) return true
  return typeof type === 'string' && KNOWN_EVENT_TYPES.has(type.replace(/\.\d+$/, ''))
}
