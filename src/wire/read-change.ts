import type { Change } from './change.ts'
import { readEnvelope } from './read-envelope.ts'
import { readMessageChange } from './read-message-change.ts'
import { readSessionChange } from './read-session-change.ts'

/** What `event` changes; undefined for what is no event. An event of a type or a shape that is not known changes nothing. Never throws. */
export function readChange(event: unknown): Change | undefined {
  const envelope = readEnvelope(event)
  if (!envelope) return undefined
  const { props, sessionID } = envelope
  if (sessionID === undefined) return { kind: 'other' }
  const type = envelope.type.replace(/\.\d+$/, '')
  const change = readMessageChange(type, sessionID, props) ?? readSessionChange(type, sessionID, props)
  if (change) return change
  const { messageID } = props
  return typeof messageID === 'string' ? { kind: 'other', sessionID, messageID } : { kind: 'other', sessionID }
}
