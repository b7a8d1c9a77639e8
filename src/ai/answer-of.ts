import { costOf, type Price } from '../model/price.ts'
import { argumentsText, isToolCall } from '../model/tool-call.ts'
import type { Block, ModelReply } from '../model/turn.ts'
import { usageTokens } from '../model/usage.ts'
import type {
  LanguageModelContent,
  LanguageModelFinish,
  LanguageModelMetadata,
  LanguageModelUsage,
} from './language-model-types.ts'

/** How an answer ends, and what it used. */
export interface AnswerEnd {
  finishReason: LanguageModelFinish
  usage: LanguageModelUsage
  providerMetadata?: LanguageModelMetadata
}

/** The end of an answer, with its cost where the model has a price. */
export function endOf({ finish, usage }: ModelReply, price: Price | undefined): AnswerEnd {
  const { prompt, completion, cacheHit = 0, reasoning = 0 } = usage
  return {
    finishReason: { unified: unifiedFinish(finish), raw: finish },
    usage: {
      inputTokens: { total: prompt, noCache: prompt - cacheHit, cacheRead: cacheHit, cacheWrite: undefined },
      outputTokens: { total: completion, text: completion - reasoning, reasoning },
      raw: { ...usage },
    },
    ...(price && { providerMetadata: { 'opencode-testing': { cost: costOf(usageTokens(usage), price) } } }),
  }
}

/** A block as content of the AI SDK: none for a raw one. */
export function contentOf(block: Block): LanguageModelContent[] {
  if (typeof block === 'string') return [{ type: 'text', text: block }]
  if (isToolCall(block)) {
    return [{ type: 'tool-call', toolCallId: block.id, toolName: block.name, input: argumentsText(block) }]
  }
  return block.type === 'reasoning' ? [{ type: 'reasoning', text: block.text }] : []
}

// As `@ai-sdk/deepseek` maps them.
function unifiedFinish(finish: string): LanguageModelFinish['unified'] {
  switch (finish) {
    case 'stop':
    case 'length':
      return finish
    case 'tool_calls':
      return 'tool-calls'
    case 'content_filter':
      return 'content-filter'
    case 'insufficient_system_resource':
      return 'error'
    default:
      return 'other'
  }
}
