import type { ModelMessage } from '../../model/model-request.ts'
import type { FlatTool, FlatToolState } from '../../wire/flat/flat-content.ts'
import type { FlatAssistantMessage, FlatMessage } from '../../wire/flat/flat-message.ts'

/** The messages of a session as the model is told them, from the last compaction on. `toolResult`: what it is told of a call that ended. */
export const toModelMessages = (
  messages: readonly FlatMessage[],
  toolResult: (call: FlatTool) => string,
): readonly ModelMessage[] => sinceCompaction(messages).flatMap((message) => toModelMessage(message, toolResult))

/** What the model takes part in: what came before the last compaction is in its summary. */
export const sinceCompaction = (messages: readonly FlatMessage[]): readonly FlatMessage[] =>
  messages.slice(
    Math.max(
      0,
      messages.findLastIndex((message) => message.type === 'compaction' && message['status'] === 'completed'),
    ),
  )

function toModelMessage(message: FlatMessage, toolResult: (call: FlatTool) => string): readonly ModelMessage[] {
  switch (message.type) {
    case 'user':
    case 'synthetic':
      return [{ role: 'user', content: message.text ?? '' }]
    case 'system':
      return [{ role: 'system', content: message.text ?? '' }]
    case 'assistant':
      return toSteps(message, toolResult)
    case 'compaction':
      return typeof message['summary'] === 'string' ? [{ role: 'user', content: message['summary'] }] : []
    case 'idle':
    case 'skill':
    case 'shell':
    case 'agent-switched':
    case 'model-switched':
    case 'location-switched':
    default:
      return []
  }
}

function toSteps({ content }: FlatAssistantMessage, toolResult: (call: FlatTool) => string): readonly ModelMessage[] {
  const calls = content.filter((item) => item.type === 'tool').filter(({ state }) => ended.has(state.status))
  const thought = textOf(content, 'reasoning')
  const text = textOf(content, 'text')
  if (text === '' && thought === '' && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: text,
      ...(thought !== '' && { reasoning: thought }),
      ...(calls.length > 0 && {
        toolCalls: calls.map(({ id, name, state }) => ({ id, name, arguments: JSON.stringify(state.input) })),
      }),
    },
    ...calls.map((call): ModelMessage => ({ role: 'tool', content: toolResult(call), toolCallId: call.id })),
  ]
}

const ended: ReadonlySet<FlatToolState['status']> = new Set(['completed', 'error'])

const textOf = (content: FlatAssistantMessage['content'], type: 'text' | 'reasoning'): string =>
  content.map((item) => (item.type === type ? item.text : '')).join('')
