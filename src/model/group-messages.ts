import type { Message } from '../wire/message.ts'

/** Messages by the session they are of, each in the order they came. */
export function groupMessages(messages: readonly Message[]): Map<string, Message[]> {
  const sessions = new Map<string, Message[]>()
  for (const message of messages) {
    const { sessionID } = message.info
    const own = sessions.get(sessionID) ?? []
    own.push(message)
    sessions.set(sessionID, own)
  }
  return sessions
}
