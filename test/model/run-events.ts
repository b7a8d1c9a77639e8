import type { EventObject } from '../../src/wire/envelope.ts'
import type { Message } from '../../src/wire/message.ts'

/** An event of session `ses_a`, or of the one that `properties` name. */
export function event(type: string, properties: object = {}): EventObject {
  return { type, properties: { sessionID: 'ses_a', ...properties } }
}

/** The status event `type` of session `ses_a`: 'busy' or 'retry'; for 'idle' also the event that follows it. */
export function status(type: 'busy' | 'idle' | 'retry'): EventObject[] {
  return [event('session.status', { status: { type } }), ...(type === 'idle' ? [event('session.idle')] : [])]
}

/** The events that a message arrives with: its info, then each part. */
export function sent({ info, parts }: Message): EventObject[] {
  return [
    event('message.updated', { sessionID: info.sessionID, info }),
    ...parts.map((part) => event('message.part.updated', { sessionID: info.sessionID, part, time: 0 })),
  ]
}
