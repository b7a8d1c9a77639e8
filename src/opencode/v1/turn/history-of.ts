import type { Message } from '../../../wire/message.ts'

/** The messages that the model is told: after a compaction only its mark, its summary and what came since (facts/opencode-1x.md section 7). */
export function historyOf(messages: readonly Message[]): readonly Message[] {
  const summary = messages.findLast(
    ({ info }) => info.role === 'assistant' && info.summary === true && info.finish !== undefined && !info.error,
  )
  if (summary?.info.role !== 'assistant') return messages
  const { parentID } = summary.info
  return messages.slice(messages.findIndex(({ info }) => info.id === parentID))
}
