import { EVENT_MESSAGE_PART_UPDATED } from './event-types.ts'
import { isEventType } from './is-event-type.ts'

/** Whether an event of this type carries a whole part of a message. */
export function isPartUpdated(type: string): boolean {
  return isEventType(type, EVENT_MESSAGE_PART_UPDATED)
}
