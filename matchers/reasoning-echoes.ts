import { isRecord } from '../src/model/checks.ts'
import type { RecordedMessage, RecordedModelRequest, RecordedReply } from './model-requests.ts'

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
interface Answer extends Omit<RecordedModelRequest, 'reply'> {
  readonly place: number
  readonly reply: RecordedReply
}

/** The messages of `requests` that are earlier answers with reasoning. */
export function reasoningEchoes(requests: readonly RecordedModelRequest[]): readonly ReasoningEcho[] {
  const answers = requests.flatMap((request, place) => {
    const { reply } = request
    return reply ? [{ ...request, reply, place }] : []
  })
  return requests.flatMap((request, place) => {
    const earlier = answers.filter((answer) => answer.place < place)
    if (!earlier.some(({ reply }) => reply.reasoning)) return []
    const required = wantsEcho(request)
    return request.messages.flatMap((message, index): ReasoningEcho[] => {
      const candidates = message.role === 'assistant' ? answersLike(earlier, request.messages, index) : []
      const same = candidates.find(({ reply }) => reply.reasoning === (message.reasoning ?? ''))
      const answer = same ?? candidates.findLast(({ reply }) => reply.reasoning)
      if (!answer?.reply.reasoning) return []
      const { place: from, reply } = answer
      const { reasoning: received } = message
      return [{ request: place, message: index, answer: from, expected: reply.reasoning, received, required }]
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
function answersLike(
  answers: readonly Answer[],
  messages: readonly RecordedMessage[],
  index: number,
): readonly Answer[] {
  const message = messages[index]
  if (!message) return []
  const isNext = (answer: Answer): boolean =>
    answer.messages.length === index && answer.messages.every((before, at) => isSame(before, messages[at]))
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
