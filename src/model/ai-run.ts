import { InvalidOptionError } from '../errors.ts'
import { aiMessages, type AiStep } from './ai-messages.ts'
import { readAiStream } from './ai-stream.ts'
import { isRecord } from './checks.ts'
import type { RunData } from './run-data.ts'
import { toJson } from './to-json.ts'

/** Whether `value` is what `generateText()`, an agent or `generateObject()` of the AI SDK resolved to. A stream's result has promises. */
export function isAiResult(value: Readonly<Record<string, unknown>>): boolean {
  if ('fullStream' in value) return false
  const { steps, finishReason } = value
  if (typeof finishReason !== 'string') return false
  return Array.isArray(steps) ? steps.every(isRecord) : 'object' in value
}

/** The run that a result of the AI SDK tells of. */
export function runFromAiResult(result: Readonly<Record<string, unknown>>): RunData {
  const { steps } = result
  const taken = Array.isArray(steps) ? steps.filter(isRecord) : [objectStep(result)]
  return { session: null, messages: aiMessages(taken, { ended: true }), events: [] }
}

/** The run that a stream of the AI SDK tells of, once it has ended. Rejects with InvalidOptionError for what has no `fullStream`. */
export async function runFromAiStream(value: unknown): Promise<RunData> {
  const stream: unknown = isRecord(value) && 'fullStream' in value ? value['fullStream'] : value
  const expected = 'what streamText() returned, or its fullStream'
  if (!isAsyncIterable(stream)) throw new InvalidOptionError({ path: 'value', expected, received: value })
  const { steps, failure } = await readAiStream(stream)
  // A `textStream`, say: as a run it would have succeeded without a word.
  if (steps.length === 0 && !failure) throw new InvalidOptionError({ path: 'value', expected, received: value })
  return { session: null, messages: aiMessages(steps, { ended: !failure }), events: [], ...failure }
}

/** What an error of the AI SDK tells of the run that it ended: NoObjectGeneratedError has the answer that was no object. */
export function messagesOfAiError(error: unknown): RunData['messages'] {
  if (!isRecord(error) || typeof error['text'] !== 'string' || !isRecord(error['usage'])) return []
  const { text, usage, finishReason, response } = error
  const content = [{ type: 'text', text }]
  return aiMessages([{ content, usage, finishReason, response }], { ended: false })
}

// `generateObject` makes one step. Its answer was the object, as JSON.
function objectStep({ object, reasoning, ...step }: Readonly<Record<string, unknown>>): AiStep {
  const thought = typeof reasoning === 'string' ? [{ type: 'reasoning', text: reasoning }] : []
  return { ...step, content: [...thought, { type: 'text', text: toJson(object) ?? '' }] }
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
