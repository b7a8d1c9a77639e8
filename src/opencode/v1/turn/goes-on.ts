import type { AssistantInfo, Message } from '../../../wire/message.ts'
import type { Tokens } from '../../../wire/tokens.ts'

/**
 * Whether the loop asks the model again after a step that ended as it should: it called tools, or left it open how it ended. Up to
 * 1.18.20 an open end was an end (facts/opencode-1x.md sections 4 and 6).
 */
export function goesOn(message: Message | undefined, patch: number): boolean {
  const { finish } = message?.info.role === 'assistant' ? message.info : {}
  if (finish === 'tool-calls' || (finish === 'unknown' && patch >= 21)) return true
  return message?.parts.some((part) => part.type === 'tool' && part.state.metadata?.['interrupted'] !== true) ?? false
}

/** Whether a step used so much of the model's context that opencode compacts the history before it goes on. */
export function hasOutgrown({ tokens, summary }: AssistantInfo, contextWindow: number): boolean {
  const usable = contextWindow - Math.min(outputLimit(contextWindow), 32_000)
  return summary !== true && totalOf(tokens) >= usable
}

/** The longest answer of a model with this context, in tokens, as the fake lists it. opencode asks for 32,000 at most. */
const outputLimit = (contextWindow: number): number => Math.min(393_216, Math.floor(contextWindow / 4))

const totalOf = ({ total, input, output, cache }: Tokens): number => total ?? input + output + cache.read + cache.write
