import type { Change } from './change.ts'
import {
  EVENT_MESSAGE_PART_REMOVED,
  EVENT_MESSAGE_PART_UPDATED,
  EVENT_MESSAGE_REMOVED,
  EVENT_MESSAGE_UPDATED,
  EVENT_SESSION_CREATED,
  EVENT_SESSION_ERROR,
  EVENT_SESSION_IDLE,
  EVENT_SESSION_STATUS,
  EVENT_SESSION_UPDATED,
  SESSION_ERROR_USER_ABORT,
} from './event-types.ts'
import { isRecord } from './is-record.ts'
import { isMessageInfo, isPart, isSessionInfo } from './is-wire-shape.ts'
import { readEnvelope } from './read-envelope.ts'
import { readRunError } from './run-error.ts'

/** What `event` changes; undefined for what is no event. An event of a type or a shape that is not known changes nothing. */
export function readChange(event: unknown): Change | undefined {
  const envelope = readEnvelope(event)
  if (!envelope) return undefined
  const { type, props, sessionID } = envelope
  if (sessionID === undefined) return { kind: 'other' }
  return readers.get(type.replace(/\.\d+$/, ''))?.(sessionID, props) ?? other(sessionID, props)
}

type Reader = (sessionID: string, props: Readonly<Record<string, unknown>>) => Change | undefined

const session: Reader = (sessionID, { info }) =>
  isSessionInfo(info) ? { kind: 'session', sessionID, session: info } : undefined

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [EVENT_SESSION_CREATED, session],
  [EVENT_SESSION_UPDATED, session],
  [
    EVENT_MESSAGE_UPDATED,
    (sessionID, { info }) =>
      isMessageInfo(info) ? { kind: 'message', sessionID, messageID: info.id, info } : undefined,
  ],
  [
    EVENT_MESSAGE_PART_UPDATED,
    (sessionID, { part }) => (isPart(part) ? { kind: 'part', sessionID, messageID: part.messageID, part } : undefined),
  ],
  [
    EVENT_MESSAGE_REMOVED,
    (sessionID, { messageID }) =>
      typeof messageID === 'string' ? { kind: 'message-removed', sessionID, messageID } : undefined,
  ],
  [
    EVENT_MESSAGE_PART_REMOVED,
    (sessionID, { messageID, partID }) =>
      typeof messageID === 'string' && typeof partID === 'string'
        ? { kind: 'part-removed', sessionID, messageID, partID }
        : undefined,
  ],
  // A retry is work as well: the session waits for the model's provider (facts/opencode-1x.md section 6).
  [
    EVENT_SESSION_STATUS,
    (sessionID, { status }) => (isRecord(status) ? statusChange(sessionID, status['type']) : undefined),
  ],
  [EVENT_SESSION_IDLE, (sessionID) => ({ kind: 'idle', sessionID })],
  [
    EVENT_SESSION_ERROR,
    (sessionID, { error }) => ({
      kind: 'error',
      sessionID,
      error: readRunError(error),
      aborted: isRecord(error) && error['name'] === SESSION_ERROR_USER_ABORT,
    }),
  ],
])

const other = (sessionID: string, { messageID }: Readonly<Record<string, unknown>>): Change => ({
  kind: 'other',
  sessionID,
  ...(typeof messageID === 'string' && { messageID }),
})

function statusChange(sessionID: string, status: unknown): Change | undefined {
  if (status === 'idle') return { kind: 'idle', sessionID }
  return status === 'busy' || status === 'retry' ? { kind: 'busy', sessionID } : undefined
}
