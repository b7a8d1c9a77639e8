import type { FlatMessage } from './flat/flat-message.ts'
import type { AssistantInfo, UserInfo } from './message.ts'
import type { Outcome } from './outcome.ts'
import type { Part } from './part.ts'
import type { RunError } from './run-error.ts'
import type { SessionInfo } from './session-info.ts'

interface OfSession {
  readonly sessionID: string
}

interface OfMessage extends OfSession {
  readonly messageID: string
}

/** The message a change leaves behind, from what it was before; undefined where it was not known. */
export type MessageEdit = (before: FlatMessage | undefined) => FlatMessage | undefined

/** What changes in a session's info; the fields of `time` one by one. */
export type SessionPatch = Readonly<Record<string, unknown>>

/** A whole message of 1.x, without its parts. `promptID` is the prompt that a step answers. */
export interface MessageChange extends OfMessage {
  readonly kind: 'message'
  readonly role: 'user' | 'assistant'
  readonly promptID?: string
  readonly completed: boolean
  readonly info: UserInfo | AssistantInfo
}

/** A change of a message of the preview API or of 2.x, which come in pieces. `completed`: it is the last piece of a step. */
export interface EditChange extends OfMessage {
  readonly kind: 'edit'
  readonly role: 'user' | 'assistant' | 'note'
  readonly completed: boolean
  readonly edit: MessageEdit
  readonly patch?: SessionPatch
}

/**
 * An execution of 2.x is over. `mark` is the message that says so; it is missing where the server goes down, or somebody refuses
 * something: such an execution may be `resumable` (facts/opencode-2x.md section 2).
 */
export interface ExecutionEnd extends OfSession {
  readonly kind: 'execution-ended'
  readonly outcome: Outcome
  readonly error?: RunError
  readonly resumable: boolean
  readonly mark?: FlatMessage
  readonly patch?: SessionPatch
}

/**
 * What an event changes, its dialect left behind. Parts come as a whole each time. 'busy' and 'idle' are levels, not edges: both
 * repeat. An 'enqueued' message is listed when it is 'delivered'. 'amended' changes the last message that `matches`. 'reverted' takes
 * away what follows a message. 'other' changes nothing that a run is made of.
 */
export type Change =
  | (OfSession & { readonly kind: 'session'; readonly session: SessionInfo })
  | (OfSession & { readonly kind: 'session-patch'; readonly patch: SessionPatch })
  | MessageChange
  | (OfMessage & { readonly kind: 'part'; readonly part: Part })
  | (OfMessage & { readonly kind: 'message-removed' })
  | (OfMessage & { readonly kind: 'part-removed'; readonly partID: string })
  | EditChange
  | (OfMessage & { readonly kind: 'enqueued'; readonly message: FlatMessage })
  | (OfMessage & { readonly kind: 'delivered'; readonly at: number | undefined })
  | (OfSession & {
      readonly kind: 'amended'
      readonly matches: (message: FlatMessage) => boolean
      readonly edit: MessageEdit
    })
  | (OfMessage & { readonly kind: 'reverted' })
  | (OfSession & { readonly kind: 'busy' | 'idle' | 'execution-started' })
  | ExecutionEnd
  | (OfSession & { readonly kind: 'error'; readonly error: RunError; readonly aborted: boolean })
  | { readonly kind: 'other'; readonly sessionID?: string; readonly messageID?: string }
