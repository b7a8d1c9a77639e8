import type { Change } from './change.ts'
import {
  EVENT_MESSAGE_PART_REMOVED,
  EVENT_MESSAGE_PART_UPDATED,
  EVENT_MESSAGE_REMOVED,
  EVENT_MESSAGE_UPDATED,
} from './event-types.ts'
import { isMessageInfo, isPart } from './is-wire-shape.ts'

/** What an event of 1.x changes in a session's messages; undefined for another event, and for a shape that is not known. Never throws. */
export function readMessageChange(
  type: string,
  sessionID: string,
  props: Readonly<Record<string, unknown>>,
): Change | undefined {
  const { info, part, messageID, partID } = props
  switch (type) {
    case EVENT_MESSAGE_UPDATED:
      return isMessageInfo(info) ? { kind: 'message', sessionID, messageID: info.id, info } : undefined
    case EVENT_MESSAGE_PART_UPDATED:
      return isPart(part) ? { kind: 'part', sessionID, messageID: part.messageID, part } : undefined
    case EVENT_MESSAGE_REMOVED:
      return typeof messageID === 'string' ? { kind: 'message-removed', sessionID, messageID } : undefined
    case EVENT_MESSAGE_PART_REMOVED:
      if (typeof messageID !== 'string' || typeof partID !== 'string') return undefined
      return { kind: 'part-removed', sessionID, messageID, partID }
    default:
      return undefined
  }
}
