import type { AssistantInfo, MessageError, UserInfo } from './message.ts'
import type { Part } from './part.ts'
import type { SessionInfo } from './session-info.ts'

/**
 * The properties of the events that make a session's life on the v1 streams (facts/opencode-1x.md sections 3 to 8). What 1.3.2 leaves
 * out is optional (section 14). Times are epoch ms.
 */
export interface OpencodeV1Events {
  readonly 'server.connected': NoProps
  readonly 'server.heartbeat': NoProps
  readonly 'session.created': OfSessionInfo
  readonly 'session.updated': OfSessionInfo
  readonly 'session.deleted': OfSessionInfo
  readonly 'session.status': OfSession & { readonly status: SessionStatus }
  readonly 'session.idle': OfSession
  readonly 'session.error': { readonly sessionID?: string; readonly error?: MessageError }
  readonly 'session.compacted': OfSession
  readonly 'session.diff': OfSession & { readonly diff: readonly unknown[] }
  readonly 'message.updated': { readonly sessionID?: string; readonly info: UserInfo | AssistantInfo }
  readonly 'message.removed': OfMessage
  readonly 'message.part.updated': { readonly sessionID?: string; readonly part: Part; readonly time?: number }
  readonly 'message.part.delta': OfMessage & { readonly partID: string; readonly field: string; readonly delta: string }
  readonly 'message.part.removed': OfMessage & { readonly partID: string }
  readonly 'permission.asked': OfSession & {
    readonly id: string
    readonly permission: string
    readonly patterns: readonly string[]
    readonly metadata: Readonly<Record<string, unknown>>
    readonly always: readonly string[]
    readonly tool?: { readonly messageID: string; readonly callID: string }
  }
  readonly 'permission.replied': OfRequest & { readonly reply: 'once' | 'always' | 'reject' }
  readonly 'question.asked': OfSession & {
    readonly id: string
    readonly questions: readonly Question[]
    readonly tool?: { readonly messageID: string; readonly callID: string }
  }
  readonly 'question.replied': OfRequest & { readonly answers: readonly (readonly string[])[] }
  readonly 'question.rejected': OfRequest
  readonly 'todo.updated': OfSession & { readonly todos: readonly Readonly<Record<string, unknown>>[] }
  readonly 'command.executed': OfMessage & { readonly name: string; readonly arguments: string }
  readonly 'file.edited': { readonly file: string }
  readonly 'server.instance.disposed': { readonly directory: string }
}

/** What a session does: it works, waits to ask the model again (`next`: when, epoch ms), or has nothing to do. */
export type SessionStatus =
  | { readonly type: 'idle' }
  | { readonly type: 'busy' }
  | { readonly type: 'retry'; readonly attempt: number; readonly message: string; readonly next: number }

/** A question that the model asks the user, with the answers it offers. */
export interface Question {
  readonly question: string
  readonly header: string
  readonly options: readonly { readonly label: string; readonly description: string }[]
  readonly multiple?: boolean
}

/** An event that says all by its type. */
export type NoProps = Readonly<Record<string, never>>

/** The session that an event is about. */
export interface OfSession {
  readonly sessionID: string
}

interface OfSessionInfo {
  readonly sessionID?: string
  readonly info: SessionInfo
}

interface OfMessage extends OfSession {
  readonly messageID: string
}

/** What was asked before: a permission, or a question. */
export interface OfRequest extends OfSession {
  readonly requestID: string
}
