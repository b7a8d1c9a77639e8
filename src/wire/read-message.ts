import { isRecord } from './is-record.ts'
import type { Message } from './message.ts'
import type { MessageView } from './message-view.ts'
import { readPrompt } from './read-prompt.ts'
import { readStep } from './read-step.ts'

/** Whether `value` is a message as opencode lists it. Never throws. */
export function isMessage(value: unknown): value is Message {
  if (!isRecord(value) || !isRecord(value['info']) || !Array.isArray(value['parts'])) return false
  return value['info']['role'] === 'user' || value['info']['role'] === 'assistant'
}

/**
 * The view of a message. A field that is missing reads as its zero: people write such messages by hand. Throws WireDriftError for
 * cost or tokens of a wrong type.
 */
export function readMessage(message: Message): MessageView {
  return message.info.role === 'user' ? readPrompt(message.info, message.parts) : readStep(message.info, message.parts)
}
