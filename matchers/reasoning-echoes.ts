import { isRecord } from '../src/model/checks.ts'
import type { RecordedMessage, RecordedModelRequest } from './model-requests.ts'

/** A message that gave an answer with reasoning back to the model. Places count from 0. */
export interface ReasoningEcho {
  readonly request: number
  /** Its place in the request's `messages`. */
  readonly message: number
  /** The request whose answer it is. */
  readonly answer: number
  /** What the answer carried, and what the message carries; undefined: nothing. */
  readonly expected: string
  readonly received: string | undefined
  /** Whether the API wants it there; where not, it may be left out, but not altered. */
  readonly required: boolean
}

/** An answer that a message may be. */
interface Answer {
  readonly place: number
  readonly reasoning: string
}

/** The messages of `requests` that are earlier answers with reasoning. */
export function reasoningEchoes(requests: readonly RecordedModelRequest[]): readonly ReasoningEcho[] {
  return requests.flatMap((request, place) => {
    const earlier = requests.slice(0, place)
    if (!earlier.some(({ reply }) => reply?.reasoning)) return []
    return request.messages.flatMap((message, index): ReasoningEcho[] => {
      if (message.role !== 'assistant') return []
      const answers = answersOf(earlier, request, index)
      const same = answers.find(({ reasoning }) => reasoning === (message.reasoning ?? ''))
      const answer = same ?? answers.findLast(({ reasoning }) => reasoning !== '')
      if (!answer?.reasoning) return []
      const { place: from, reasoning: expected } = answer
      return [
        {
          request: place,
          message: index,
          answer: from,
          expected,
          received: message.reasoning,
          required: wantsEcho(request),
        },
      ]
    })
  })
}

/** Without tools, or when it does not think, the API does not look at reasoning (facts/deepseek.md section 2.2). */
function wantsEcho({ tools, body }: RecordedModelRequest): boolean {
  const { thinking, reasoning_effort: effort } = isRecord(body) ? body : {}
  const off = effort === 'none' || (isRecord(thinking) && thinking['type'] === 'disabled')
  return tools.length > 0 && !off
}

/**
 * The answers that the message at `index` may be: those with its calls or its text, of these the ones to the very messages before it;
 * else, as clients alter texts, the answers to the very messages before it.
 */
function answersOf(
  earlier: readonly RecordedModelRequest[],
  request: RecordedModelRequest,
  index: number,
): readonly Answer[] {
  const message = request.messages[index]
  if (!message) return []
  const answers = earlier.flatMap(({ reply, messages, answered }, place) =>
    reply ? [{ place, reasoning: reply.reasoning, reply, messages, answered }] : [],
  )
  const isNext = ({ messages }: { messages: readonly RecordedMessage[] }): boolean =>
    messages.length === index && messages.every((before, at) => isSame(before, request.messages[at]))
  const alike = answers.filter(({ reply: { text, callIds } }) =>
    message.callIds.length > 0
      ? message.callIds.some((id) => callIds.includes(id))
      : text === message.content && (text !== '' || callIds.length === 0),
  )
  if (alike.length === 0) return answers.filter((answer) => answer.answered && isNext(answer))
  const next = alike.filter(isNext)
  return next.length > 0 ? next : alike
}

const isSame = (one: RecordedMessage, other: RecordedMessage | undefined): boolean =>
  other !== undefined && one.role === other.role && one.content === other.content && one.toolCallId === other.toolCallId
