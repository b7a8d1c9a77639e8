import type { SessionInfo } from '../wire/session-info.ts'

/** What a prompt is sent with. */
export interface PromptInput {
  readonly text: string
  readonly agent?: string
  readonly model?: { readonly providerID: string; readonly modelID: string }
}

/** The few calls a prompt needs, whoever makes them. A call that the server refuses rejects. */
export interface PromptApi {
  /** No event tells that a session is idle: when `prompt` resolves, the events of the turn were read. */
  readonly endsWithPrompt?: boolean
  createSession(): Promise<SessionInfo>
  getSession(sessionID: string): Promise<SessionInfo>
  /** The events of the session's directory, from when it resolves: the server has confirmed the stream by then. */
  events(session: SessionInfo, signal: AbortSignal): Promise<AsyncIterator<unknown>>
  /** Resolves when the turn is over. */
  prompt(session: SessionInfo, input: PromptInput, signal: AbortSignal): Promise<void>
  /** The session's messages, oldest first. */
  messages(session: SessionInfo): Promise<unknown>
}
