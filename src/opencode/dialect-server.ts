import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import type { RunMessage } from '../wire/run-message.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import type { EmittedEvent } from './emitted-event.ts'
import type { OpencodeServerEvent } from './event-hub.ts'
import type { ServerCore } from './server-core.ts'

/**
 * A fake opencode server of some dialect, as `FakeOpencode` needs it. What does not depend on the dialect is in its core: prompts and
 * runs are recorded there, and events are held and cut there.
 */
export interface DialectServer {
  readonly core: ServerCore
  /** Session id to the session as its server tells of it, and its messages, oldest first. */
  readonly sessions: ReadonlyMap<string, { readonly info: SessionInfo; readonly messages: readonly RunMessage[] }>
  /** Answers one request. It is recorded before anything else. What it throws is a connection that fails. */
  handle(request: FakeRequest): Promise<FakeResponse>
  /** Sends an event of the test's own to the streams of its session's directory, else of the server's; state does not change. */
  emit(event: EmittedEvent): OpencodeServerEvent
  /** Stops all work and ends all streams, as a server that shuts down. */
  close(): void
}
