import type { Message } from '../../../wire/message.ts'

/**
 * Whether the loop asks the model again after a step that ended as it should: it called tools, or left it open how it ended. Up to
 * 1.18.20 an open end was an end (facts/opencode-1x.md sections 4 and 6).
 */
export function goesOn(message: Message | undefined, patch: number): boolean {
  const { finish } = message?.info.role === 'assistant' ? message.info : {}
  if (finish === 'tool-calls' || (finish === 'unknown' && patch >= 21)) return true
  return message?.parts.some((part) => part.type === 'tool' && part.state.metadata?.['interrupted'] !== true) ?? false
}
