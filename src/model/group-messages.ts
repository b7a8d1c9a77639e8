import { type RunMessage, sessionIDOf } from '../wire/run-message.ts'

/** Messages by the session they name, each in the order they came. Those that name none are of one session. */
export function groupMessages(messages: readonly RunMessage[]): Map<string | undefined, RunMessage[]> {
  const sessions = new Map<string | undefined, RunMessage[]>()
  for (const message of messages) {
    const sessionID = sessionIDOf(message)
    const own = sessions.get(sessionID) ?? []
    own.push(message)
    sessions.set(sessionID, own)
  }
  return sessions
}
