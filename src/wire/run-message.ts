import { isFlatMessage } from './flat/is-flat-message.ts'
import type { FlatAssistantMessage, FlatMessage } from './flat/flat-message.ts'
import { isRecord } from './is-record.ts'
import type { AssistantMessage, Message } from './message.ts'

/**
 * A message of a run, as its server lists it: `{ info, parts }` in 1.x, flat in the preview API and in 2.x. `info` tells which: a flat
 * message has none, and a `type` in its place.
 */
export type RunMessage = Message | FlatMessage

/** A message of the model: one step. */
export type RunAssistantMessage = AssistantMessage | FlatAssistantMessage

/** Whether `value` is a message as opencode lists it, in any dialect. Never throws. */
export function isRunMessage(value: unknown): value is RunMessage {
  return isInfoAndParts(value) || isFlatMessage(value)
}

/** Whether a message is the model's. */
export function isAssistantMessage(message: RunMessage): message is RunAssistantMessage {
  return message.info ? message.info.role === 'assistant' : message.type === 'assistant'
}

/** The id of a message; '' where somebody wrote it by hand without one. */
export function messageIDOf(message: RunMessage): string {
  return (message.info ?? message).id ?? ''
}

/** The session that a message names. Flat ones name none. */
export function sessionIDOf({ info }: RunMessage): string | undefined {
  const named: unknown = info?.sessionID
  return typeof named === 'string' ? named : undefined
}

function isInfoAndParts(value: unknown): value is Message {
  if (!isRecord(value) || !isRecord(value['info']) || !Array.isArray(value['parts'])) return false
  return value['info']['role'] === 'user' || value['info']['role'] === 'assistant'
}
