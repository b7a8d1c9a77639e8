import { WireDriftError } from '../../errors.ts'
import { isRecord } from '../is-record.ts'
import type { StepState, StepView } from '../message-view.ts'
import { readCost } from '../read-cost.ts'
import { readTokens } from '../read-tokens.ts'
import { readRunError } from '../run-error.ts'
import type { FlatAssistantMessage } from './flat-message.ts'
import { flatStepVerdict } from './flat-step-verdict.ts'
import { isAbortedStep } from './is-aborted-step.ts'
import { readFlatToolCall } from './read-flat-tool-call.ts'
import { textOf } from '../text-of.ts'

const TYPE = 'assistant message'

/** The view of a step of the preview API or of 2.x. Throws WireDriftError for cost or tokens of a wrong type. */
export function readFlatStep(listed: FlatAssistantMessage): StepView {
  // People write such messages by hand.
  const content = listed.content.filter((item) => isRecord(item))
  const message = { ...listed, content }
  const { id, time, finish, error } = message
  const cost = readCost(message.cost)
  if (cost === undefined) {
    throw new WireDriftError({ type: TYPE, path: 'cost', expected: 'a number', received: message.cost })
  }
  return {
    role: 'assistant',
    id: textOf(id),
    ...(typeof time?.created === 'number' && { createdAt: time.created }),
    ...(typeof time?.completed === 'number' && { completedAt: time.completed }),
    text: content.map((item) => (item.type === 'text' ? textOf(item.text) : '')).join(''),
    reasoning: content.map((item) => (item.type === 'reasoning' ? textOf(item.text) : '')).join(''),
    toolCalls: content.filter((item) => item.type === 'tool').map(readFlatToolCall),
    ...(typeof finish === 'string' && { finish }),
    cost,
    tokens: readTokens(TYPE, 'tokens', message.tokens),
    ...(error !== undefined && error !== null && { error: readRunError(error) }),
    verdict: flatStepVerdict(message),
    state: stateOf(message),
    aborted: isAbortedStep(message),
  }
}

// A prompt is listed when it is taken up, which is between two steps: one that follows an open step tells that nothing will close it.
function stateOf(message: FlatAssistantMessage): StepState {
  if (message.time?.completed === undefined) return 'lost'
  return message.finish === 'tool-calls' && !isAbortedStep(message) ? 'continues' : 'over'
}
