import { WireDriftError } from '../errors.ts'
import { EVENT_MESSAGE_UPDATED, SESSION_ERROR_USER_ABORT } from './event-types.ts'
import type { AssistantInfo } from './message.ts'
import type { StepView } from './message-view.ts'
import type { Part } from './part.ts'
import { readCost } from './read-cost.ts'
import { readTokens } from './read-tokens.ts'
import { readToolCall } from './read-tool-call.ts'
import { readRunError } from './run-error.ts'
import { stepVerdict } from './step-verdict.ts'
import { textOf } from './text-of.ts'

/** The view of an assistant message. Throws WireDriftError for cost or tokens of a wrong type. */
export function readStep(info: AssistantInfo, parts: readonly Part[]): StepView {
  const attempt = lastAttempt(parts)
  const cost = readCost(info.cost)
  if (cost === undefined) {
    throw new WireDriftError({
      type: EVENT_MESSAGE_UPDATED,
      path: 'info.cost',
      expected: 'a number',
      received: info.cost,
    })
  }
  const { parentID, sessionID, finish, error } = info
  const { created, completed } = info.time ?? {}
  return {
    role: 'assistant',
    id: textOf(info.id),
    ...(typeof sessionID === 'string' && { sessionID }),
    ...(typeof parentID === 'string' && { promptID: parentID }),
    ...(typeof created === 'number' && { createdAt: created }),
    ...(typeof completed === 'number' && { completedAt: completed }),
    text: attempt.map((part) => (part.type === 'text' && part.synthetic !== true ? textOf(part.text) : '')).join(''),
    reasoning: attempt.map((part) => (part.type === 'reasoning' ? textOf(part.text) : '')).join(''),
    toolCalls: parts.filter((part) => part.type === 'tool').map(readToolCall),
    ...(typeof finish === 'string' && { finish }),
    cost,
    tokens: readTokens(EVENT_MESSAGE_UPDATED, 'info.tokens', info.tokens),
    ...(error !== undefined && error !== null && { error: readRunError(error) }),
    verdict: stepVerdict(info, parts),
    // A prompt is stored as soon as it is sent: while a step is at work, it follows that (facts/opencode-1x.md section 3).
    state: typeof completed === 'number' ? 'over' : 'continues',
    aborted: error?.name === SESSION_ERROR_USER_ABORT,
  }
}

// A retried step has one step-start for each attempt, and keeps what the failed ones left (facts/opencode-1x.md section 6).
function lastAttempt(parts: readonly Part[]): readonly Part[] {
  return parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1)
}
