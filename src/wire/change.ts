import type { AssistantInfo, UserInfo } from './message.ts'
import type { Part } from './part.ts'
import type { RunError } from './run-error.ts'
import type { SessionInfo } from './session-info.ts'

/**
 * What an event changes, its dialect left behind. Messages and parts come as a whole each time. 'busy' and 'idle' are levels, not
 * edges: both repeat. 'other' changes nothing that a run is made of.
 */
export type Change =
  | { readonly kind: 'session'; readonly sessionID: string; readonly session: SessionInfo }
  | {
      readonly kind: 'message'
      readonly sessionID: string
      readonly messageID: string
      readonly info: UserInfo | AssistantInfo
    }
  | { readonly kind: 'part'; readonly sessionID: string; readonly messageID: string; readonly part: Part }
  | { readonly kind: 'message-removed'; readonly sessionID: string; readonly messageID: string }
  | {
      readonly kind: 'part-removed'
      readonly sessionID: string
      readonly messageID: string
      readonly partID: string
    }
  | { readonly kind: 'busy' | 'idle'; readonly sessionID: string }
  | { readonly kind: 'error'; readonly sessionID: string; readonly error: RunError; readonly aborted: boolean }
  | { readonly kind: 'other'; readonly sessionID?: string; readonly messageID?: string }
