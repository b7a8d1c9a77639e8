import { EVENT_SESSION_UPDATED } from './event-types.ts'
import { isEventType } from './is-event-type.ts'

/** Whether an event of this type carries a session's info, with its cumulative cost and tokens. */
export function isSessionUpdated(type: string): boolean {
  return isEventType(type, EVENT_SESSION_UPDATED)
}
