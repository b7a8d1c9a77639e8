import type { StepVerdict } from '../message-view.ts'
import type { FlatContent } from './flat-content.ts'
import type { FlatAssistantMessage } from './flat-message.ts'
import { isAbortedStep } from './is-aborted-step.ts'

/**
 * How a step ended, by its message. 2.x marks the end of the run, and a step says nothing about that. The preview marks nothing: there
 * it is facts/opencode-1x-preview-api.md section 5, so that a step without a finish was interrupted, unless a tool or a text of it is
 * seen at work.
 */
export function flatStepVerdict(message: FlatAssistantMessage): StepVerdict {
  if (isOf2x(message)) return null
  const { error, finish, content } = message
  if (error) return isAbortedStep(message) ? 'interrupted' : 'failed'
  if (finish === 'stop' || finish === 'length') return 'succeeded'
  if (isAbortedStep(message)) return 'interrupted'
  return finish === undefined && !content.some(isAtWork) ? 'interrupted' : null
}

function isAtWork(item: FlatContent): boolean {
  // A text is listed empty until it is complete (facts/opencode-1x-preview-api.md section 3).
  if (item.type === 'text') return item.text === ''
  if (item.type === 'reasoning') return item.time !== undefined && item.time.completed === undefined
  return item.state?.status === 'pending' || item.state?.status === 'running'
}

// What one of the two dialects alone writes (facts/opencode-2x.md sections 2 and 7).
function isOf2x({ rawFinish, providerState, retry, time, error, content }: FlatAssistantMessage): boolean {
  const noted = [rawFinish, providerState, retry, time?.streamed]
  return noted.some((value) => value !== undefined) || (error && error.type !== 'unknown') || content.some(isItemOf2x)
}

function isItemOf2x(item: FlatContent): boolean {
  if (item.type !== 'tool') return item.id === undefined
  return item.state?.status === 'streaming' || (item.state?.status !== 'pending' && item.provider === undefined)
}
