import type { FakeOpencode } from '../../src/fakes/fake-opencode.ts'
import type { Message } from '../../src/wire/message.ts'

/** The messages of a session that v1 lists, oldest first; undefined for an unknown session. */
export function v1Messages(opencode: FakeOpencode, sessionID: string): readonly Message[] | undefined {
  return opencode.messages.get(sessionID)?.filter((message) => message.info !== undefined)
}
