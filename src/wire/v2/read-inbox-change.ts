import type { Change } from '../change.ts'
import { isFlatMessage } from '../flat/is-flat-message.ts'
import { isRecord } from '../is-record.ts'
import type { SessionEvent } from '../session-event.ts'

/**
 * What an event of a session's inbox changes; undefined for another event. A prompt is listed when it is delivered, not when it is sent.
 * Betas spelled these events otherwise: `session.prompt.admitted` and `.promoted`, then `session.input.…`
 * (facts/opencode-1x-preview-api.md section 8). Never throws.
 */
export function readInboxChange({ type, props, sessionID, at }: SessionEvent): Change | undefined {
  const messageID = props['inboxID'] ?? props['inputID']
  if (typeof messageID !== 'string') return undefined
  switch (type) {
    case 'session.inbox.enqueued':
      return enqueued(sessionID, messageID, at, kindAndPayload(props['item'], 'payload'))
    case 'session.input.admitted':
      return enqueued(sessionID, messageID, at, kindAndPayload(props['input'], 'data'))
    case 'session.prompt.admitted':
      return enqueued(sessionID, messageID, at, { type: 'user', payload: props['prompt'] })
    case 'session.inbox.delivered':
    case 'session.input.promoted':
    case 'session.prompt.promoted':
      return { kind: 'delivered', sessionID, messageID, at }
    default:
      return undefined
  }
}

interface InboxItem {
  readonly type: unknown
  readonly payload: unknown
}

function kindAndPayload(item: unknown, name: 'payload' | 'data'): InboxItem {
  return isRecord(item) ? { type: item['type'], payload: item[name] } : { type: undefined, payload: undefined }
}

// A compaction that is asked for becomes a message when it starts, and a move none at all.
function enqueued(
  sessionID: string,
  messageID: string,
  at: number | undefined,
  { type, payload }: InboxItem,
): Change | undefined {
  if ((type !== 'user' && type !== 'synthetic') || !isRecord(payload)) return undefined
  const message = { ...payload, id: messageID, time: { created: at ?? 0 }, type }
  return isFlatMessage(message) ? { kind: 'enqueued', sessionID, messageID, message } : undefined
}
