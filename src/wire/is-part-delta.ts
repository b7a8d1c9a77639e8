import { EVENT_MESSAGE_PART_DELTA } from './event-types.ts'
import { isEventType } from './is-event-type.ts'

/** Whether an event of this type carries a piece of streamed text or reasoning. */
export function isPartDelta(type: string): boolean {
  return isEventType(type, EVENT_MESSAGE_PART_DELTA)
}
