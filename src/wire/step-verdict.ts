import { SESSION_ERROR_USER_ABORT, TURN_FINISH_UNKNOWN } from './event-types.ts'
import type { AssistantInfo } from './message.ts'
import type { StepVerdict } from './message-view.ts'
import type { Part } from './part.ts'

// A refusal without feedback stops the turn; one with feedback reads differently, and the turn goes on (facts/opencode-1x.md section 8).
const REFUSALS: ReadonlySet<string | undefined> = new Set([
  'The user rejected permission to use this specific tool call.',
  'The user dismissed this question',
])

/** How a step of opencode 1.x ended, read from its message alone. */
export function stepVerdict(info: AssistantInfo, parts: readonly Part[]): StepVerdict {
  if (info.error) return info.error.name === SESSION_ERROR_USER_ABORT ? 'interrupted' : 'failed'
  if (info.time?.completed === undefined) return null
  switch (info.finish) {
    case 'stop':
    case 'length':
      return 'succeeded'
    case TURN_FINISH_UNKNOWN:
    case 'content-filter':
      return 'failed'
    case 'tool-calls':
      if (info.structured !== undefined) return 'succeeded'
      return parts.some((part) => part.type === 'tool' && REFUSALS.has(part.state?.error))
        ? 'interrupted'
        : 'unless-continued'
    case undefined:
      // Completed without finish and error: aborted in a retry wait (facts/opencode-1x.md section 5). The `/shell` route completes
      // its message in the same way (section 11), but with a tool that no step of a model started.
      return parts.some(({ type }) => type === 'tool') && !parts.some(({ type }) => type === 'step-start')
        ? null
        : 'interrupted'
    default:
      return null
  }
}
