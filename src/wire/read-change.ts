import type { Change } from './change.ts'
import { readPreviewChange } from './preview/read-preview-change.ts'
import { readEnvelope } from './read-envelope.ts'
import { readEventTime } from './read-event-time.ts'
import { readMessageChange } from './read-message-change.ts'
import { readSessionChange } from './read-session-change.ts'
import type { SessionEvent } from './session-event.ts'
import { readV2Change } from './v2/read-v2-change.ts'

/** What `event` changes; undefined for what is no event. An event of a type or a shape that is not known changes nothing. Never throws. */
export function readChange(event: unknown): Change | undefined {
  const envelope = readEnvelope(event)
  if (!envelope) return undefined
  const { id, props, sessionID } = envelope
  if (sessionID === undefined) return { kind: 'other' }
  const type = envelope.type.replace(/\.\d+$/, '')
  const change =
    readMessageChange(type, sessionID, props) ??
    readSessionChange(type, sessionID, props) ??
    readFlatChange({ id, type, props, sessionID, at: readEventTime(event, props) })
  if (change) return change
  const messageID = [props['messageID'], props['assistantMessageID'], props['inboxID']].find(isString)
  return messageID === undefined ? { kind: 'other', sessionID } : { kind: 'other', sessionID, messageID }
}

function readFlatChange(event: SessionEvent): Change | undefined {
  return readPreviewChange(event) ?? readV2Change(event)
}

const isString = (value: unknown): value is string => typeof value === 'string'
