import type { ModelRequest } from '../model/model-request.ts'
import { SUMMARY_REPLY, TITLE_REPLY } from '../model/side-replies.ts'

/** opencode's own requests beside a turn: for a title, or for the summary of a compaction (facts/opencode-1x.md section 13). */
export function sideCall({ tools = [], messages }: ModelRequest): 'title' | 'summary' | undefined {
  if (tools.length > 0) return undefined
  const system = messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n')
  if (/title generator/i.test(system)) return 'title'
  return /context summarization agent/i.test(system) ? 'summary' : undefined
}

/** What a side call is answered with. */
export const sideReply = (side: 'title' | 'summary'): string => (side === 'title' ? TITLE_REPLY : SUMMARY_REPLY)
