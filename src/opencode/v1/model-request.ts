import type { ModelMessage, ModelRequest } from '../../model/model-request.ts'
import type { Message } from '../../wire/message.ts'
import type { Part } from '../../wire/part.ts'
import { promptText } from './prompt-text.ts'
import type { Session } from './session.ts'

/** The request that a step of `session` puts to the model: the history up to `before`, without what a failed attempt left. */
export function toModelRequest(
  session: Session,
  { model, attempt, before }: { model: string; attempt: number; before: string },
): ModelRequest & { readonly session: string } {
  // A message without parts says nothing, and is not sent (captures/1.18.33/14-errors.json: the prompt with `parts: []`).
  const history = session.messages
    .filter(({ info, parts }) => info.id !== before && parts.length > 0)
    .map(toModelMessage)
  return { model, messages: history, session: session.id, attempt }
}

function toModelMessage({ info, parts }: Message): ModelMessage {
  if (info.role === 'user') return { role: 'user', content: promptText(parts) }
  const thought = textOf(parts, 'reasoning')
  return { role: 'assistant', content: textOf(parts, 'text'), ...(thought !== '' && { reasoning: thought }) }
}

const textOf = (parts: readonly Part[], type: 'text' | 'reasoning'): string =>
  parts
    .map((part) => (part.type === type ? part.text : undefined))
    .filter((text) => text !== undefined)
    .join('')
