import type { FlatAssistantMessage } from './flat-message.ts'

// The preview has no error type for it (facts/opencode-1x-preview-api.md section 3).
const TURN_INTERRUPTED = 'Provider turn interrupted'
const TOOL_INTERRUPTED = 'Tool execution interrupted'

/**
 * Whether somebody stopped the step: 2.x says so by the error's type, the preview by its message, or by that of the last tool's error,
 * which a refused permission leaves as well (facts/opencode-1x-preview-api.md sections 3 and 5).
 */
export function isAbortedStep({ error, content }: FlatAssistantMessage): boolean {
  if (error) return error.type === 'aborted' || error.message === TURN_INTERRUPTED
  const tool = content.findLast((item) => item.type === 'tool')
  return tool?.state?.error?.message === TOOL_INTERRUPTED
}
