/**
 * The event types that this package reads, as opencode 1.x spells them (facts/opencode-1x.md section 3), and the two spellings that
 * tell how a turn ended. Nothing outside `src/wire` spells a type it reads.
 *
 * @module
 */

/** The session became busy, idle, or waits to retry. */
export const EVENT_SESSION_STATUS = 'session.status'
/** A session came to be, by the client or, with a `parentID`, for a subagent. */
export const EVENT_SESSION_CREATED = 'session.created'
/** The session's info changed; its cost and tokens are cumulative. */
export const EVENT_SESSION_UPDATED = 'session.updated'
/** The session has nothing left to do. An abort sends it twice (facts/opencode-1x.md section 5). */
export const EVENT_SESSION_IDLE = 'session.idle'
/** Something failed; the turn may go on all the same (facts/opencode-1x.md section 7). */
export const EVENT_SESSION_ERROR = 'session.error'
/** A message came to be or changed: its info, without its parts. */
export const EVENT_MESSAGE_UPDATED = 'message.updated'
/** A message is gone: reverted or deleted. */
export const EVENT_MESSAGE_REMOVED = 'message.removed'
/** A part came to be or changed, as a whole. */
export const EVENT_MESSAGE_PART_UPDATED = 'message.part.updated'
/** A part is gone. */
export const EVENT_MESSAGE_PART_REMOVED = 'message.part.removed'
/** A piece of text or reasoning as it streams. */
export const EVENT_MESSAGE_PART_DELTA = 'message.part.delta'

/** The error name of a turn that somebody aborted. */
export const SESSION_ERROR_USER_ABORT = 'MessageAbortedError'

/** The finish reason of a step whose stream ended without one. */
export const TURN_FINISH_UNKNOWN = 'unknown'
