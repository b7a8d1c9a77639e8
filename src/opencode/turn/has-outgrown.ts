import type { AssistantInfo } from '../../wire/message.ts'
import type { Tokens } from '../../wire/tokens.ts'

/** Whether a step used so much of the model's context that opencode compacts the history before it goes on. */
export function hasOutgrown(
  { tokens, summary }: Pick<AssistantInfo, 'tokens' | 'summary'>,
  contextWindow: number,
): boolean {
  const usable = contextWindow - Math.min(outputLimit(contextWindow), 32_000)
  return summary !== true && totalOf(tokens) >= usable
}

/** The longest answer of a model with this context, in tokens, as the fake lists it. opencode asks for 32,000 at most. */
const outputLimit = (contextWindow: number): number => Math.min(393_216, Math.floor(contextWindow / 4))

const totalOf = ({ total, input, output, cache }: Tokens): number => total ?? input + output + cache.read + cache.write
