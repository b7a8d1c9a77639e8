import type { FlatAssistantMessage, FlatIdleMessage, FlatMessage, FlatUserMessage } from '../wire/flat/flat-message.ts'
import { aiContent } from './ai-content.ts'
import { aiPrompts } from './ai-prompts.ts'
import { aiCost, aiTokens } from './ai-usage.ts'
import { isRecord } from './checks.ts'

/** A step as the AI SDK tells it: content, finishReason, usage, request, response, providerMetadata. */
export type AiStep = Readonly<Record<string, unknown>>

/**
 * The steps of a run of the AI SDK as messages, in the form of opencode 2.x, which marks how a run ended: first the prompts, as far as the
 * steps hold them. Without `ended` there is no mark.
 */
export function aiMessages(steps: readonly AiStep[], { ended }: { readonly ended: boolean }): FlatMessage[] {
  const answers = steps.map(toMessage)
  const created = answers[0]?.time.created ?? 0
  const prompts = aiPrompts(steps[0]?.['request']).map(({ text, files }, index): FlatUserMessage => ({
    type: 'user',
    id: `prompt-${index + 1}`,
    time: { created },
    text,
    files: Array.from({ length: files }, () => ({})),
  }))
  return [...prompts, ...answers, ...(ended ? [toMark(answers.at(-1))] : [])]
}

function toMessage(
  { content, finishReason, usage, providerMetadata, response }: AiStep,
  index: number,
): FlatAssistantMessage {
  const { id, timestamp } = isRecord(response) ? response : {}
  const created = timestamp instanceof Date ? timestamp.getTime() : 0
  return {
    type: 'assistant',
    id: typeof id === 'string' ? id : `step-${index + 1}`,
    time: { created, completed: created },
    content: aiContent(content),
    ...(typeof finishReason === 'string' && { finish: finishReason }),
    cost: aiCost(providerMetadata),
    tokens: aiTokens(usage),
  }
}

// A loop that ends with tool calls was stopped by its `stopWhen`, or waits for its caller: it did what it was told.
const ENDS: ReadonlySet<string | undefined> = new Set(['stop', 'length', 'tool-calls'])

function toMark(last: FlatAssistantMessage | undefined): FlatIdleMessage {
  const time = { created: last?.time.created ?? 0 }
  if (!last || ENDS.has(last.finish)) return { type: 'idle', id: 'end', time, outcome: 'succeeded' }
  const message = `the last step ended with the finish reason ${last.finish ?? 'undefined'}`
  return { type: 'idle', id: 'end', time, outcome: 'failed', error: { type: 'unknown', message } }
}
