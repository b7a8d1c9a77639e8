import { readFlatMessage } from './flat/read-flat-message.ts'
import { isRecord } from './is-record.ts'
import type { MessageView } from './message-view.ts'
import { readPrompt } from './read-prompt.ts'
import { readStep } from './read-step.ts'
import type { RunMessage } from './run-message.ts'

/**
 * The view of a message of any dialect. A field that is missing reads as its zero: people write such messages by hand. Throws
 * WireDriftError for cost or tokens of a wrong type.
 */
export function readMessage(message: RunMessage): MessageView {
  if (!message.info) return readFlatMessage(message)
  const parts = message.parts.filter((part) => isRecord(part))
  return message.info.role === 'user' ? readPrompt(message.info, parts) : readStep(message.info, parts)
}
