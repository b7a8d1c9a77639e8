/**
 * Decoders for opencode's wire, of every version from 1.3 to 2.x: bytes to events, and what watchdogs, meters and tests read from them.
 * For production code as well: no server, no test runner, nothing of Node behind it.
 *
 * @module
 */
export { WireDriftError } from '../errors.ts'
export {
  EVENT_MESSAGE_PART_DELTA,
  EVENT_MESSAGE_PART_UPDATED,
  EVENT_SESSION_CREATED,
  EVENT_SESSION_IDLE,
  EVENT_SESSION_STATUS,
  EVENT_SESSION_UPDATED,
  SESSION_ERROR_USER_ABORT,
  TURN_FINISH_UNKNOWN,
} from './event-types.ts'
export type { ByteStream } from './byte-source.ts'
export { decodeEvents, type DecodeEventsOptions, type DriftedFrames, type UnknownEvents } from './decode-events.ts'
export type { Envelope } from './envelope.ts'
export { eventTypeOf } from './event-type-of.ts'
export { isKnownEventType } from './is-known-event-type.ts'
export { isPartDelta } from './is-part-delta.ts'
export { isPartUpdated } from './is-part-updated.ts'
export { isSessionUpdated } from './is-session-updated.ts'
export { isStepEnded } from './is-step-ended.ts'
export type {
  KnownOpencodeEvent,
  OpencodeEvent,
  OpencodeEventProps,
  OpencodeEventType,
  UnknownOpencodeEvent,
} from './opencode-event.ts'
export { type AssistantTurnEnd, parseAssistantTurnEnd } from './parse-assistant-turn-end.ts'
export { parseEnvelope } from './parse-envelope.ts'
export { parseMessageLevelProgress } from './parse-message-level-progress.ts'
export { parseSessionError, type SessionError } from './parse-session-error.ts'
export { parseSessionUpdated, parseSessionUpdatedProps, type SessionUsage } from './parse-session-updated.ts'
export { parseStepUsage, parseStepUsageProps, type StepUsage } from './parse-step-usage.ts'
export { sessionIDFromProps } from './session-id-from-props.ts'
export { toOpencodeEvent } from './to-opencode-event.ts'
export { promptTokens, type Tokens } from './tokens.ts'
