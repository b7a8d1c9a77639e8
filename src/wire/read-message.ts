import { readFlatMessage } from './flat/read-flat-message.ts'
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
  return message.info.role === 'user' ? readPrompt(message.info, message.parts) : readStep(message.info, message.parts)
}
