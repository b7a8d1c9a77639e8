import type { ModelMessage, ModelRequest } from '../../../model/model-request.ts'
import type { Message, UserInfo } from '../../../wire/message.ts'
import type { Part, ToolPart } from '../../../wire/part.ts'
import { promptText } from '../prompt-text.ts'
import type { Session } from '../session.ts'
import { historyOf } from './history-of.ts'

/** A request that a session puts to its model. */
export type SessionRequest = ModelRequest & { readonly session: string }

/** The request of a step: the history up to `before`, without what a failed attempt left. */
export function toModelRequest(
  session: Session,
  { before, prompt, ...rest }: { before: string; prompt: UserInfo } & Omit<SessionRequest, 'messages' | 'session'>,
): SessionRequest {
  // A message without parts says nothing, and is not sent (captures/1.18.33/14-errors.json: the prompt with `parts: []`).
  const history = historyOf(session.messages)
    .filter(({ info, parts }) => info.id !== before && parts.length > 0)
    .flatMap(toModelMessages)
  const system: readonly ModelMessage[] =
    prompt.system === undefined ? [] : [{ role: 'system', content: prompt.system }]
  return { ...rest, messages: [...system, ...history], session: session.id }
}

function toModelMessages({ info, parts }: Message): readonly ModelMessage[] {
  if (info.role === 'user') return [{ role: 'user', content: userText(parts) }]
  const thought = textOf(parts, 'reasoning')
  const calls = parts.filter((part) => part.type === 'tool').filter(({ state }) => state.status !== 'pending')
  return [
    {
      role: 'assistant',
      content: textOf(parts, 'text'),
      ...(thought !== '' && { reasoning: thought }),
      ...(calls.length > 0 && { toolCalls: calls.map(toRequestCall) }),
    },
    ...calls.map(toToolMessage),
  ]
}

/** What a user message says to the model; a mark of a compaction or a sub-task says it in opencode's words. */
function userText(parts: readonly Part[]): string {
  if (parts.some(({ type }) => type === 'compaction')) return 'What did we do so far?'
  if (parts.some(({ type }) => type === 'subtask')) return 'The following tool was executed by the user'
  return promptText(parts)
}

const textOf = (parts: readonly Part[], type: 'text' | 'reasoning'): string =>
  parts
    .map((part) => (part.type === type ? part.text : undefined))
    .filter((text) => text !== undefined)
    .join('')

const toRequestCall = ({ callID, tool, state }: ToolPart): { id: string; name: string; arguments: string } => ({
  id: callID,
  name: tool,
  arguments: JSON.stringify(state.input),
})

const toToolMessage = ({ callID, state }: ToolPart): ModelMessage => ({
  role: 'tool',
  content: state.output ?? state.error ?? '',
  toolCallId: callID,
})
