import { InvalidOptionError } from '../src/errors.ts'
import { isRecord } from '../src/model/checks.ts'
import { recordedRequests } from './recorded-requests.ts'

/** A message of a recorded request to a model. */
export interface RecordedMessage {
  readonly role: unknown
  readonly content: unknown
  /** Undefined where the message carried none. */
  readonly reasoning: string | undefined
  readonly callIds: readonly string[]
  /** The calls it carries, those with an id and a name. */
  readonly calls: readonly RecordedCall[]
  readonly toolCallId: unknown
}

/** A tool call that a message carries. */
export interface RecordedCall {
  readonly id: string
  readonly name: string
}

/** What a model answered to a recorded request. */
export interface RecordedReply {
  readonly text: unknown
  readonly reasoning: string
  readonly callIds: readonly string[]
}

/** A request to a model as a fake or model recorded it. */
export interface RecordedModelRequest {
  readonly messages: readonly RecordedMessage[]
  /** The messages as they were sent: also with what this package does not read. */
  readonly sent: readonly unknown[]
  /** The names of the tools it offered. */
  readonly tools: readonly string[]
  readonly body: unknown
  /** opencode's session, where the request names one. */
  readonly session: string | undefined
  /** Asked for opencode's own needs: a title, a summary. */
  readonly side: boolean
  /** Undefined where it got none, or none is recorded. */
  readonly reply: RecordedReply | undefined
  /** Whether the reply was sent to its end. */
  readonly answered: boolean
}

/**
 * The requests to a model that `received` recorded, oldest first. Throws InvalidOptionError for what records none, such as a fake
 * opencode: what it records are its clients' requests, not the model's.
 */
export function modelRequests(matcher: string, received: unknown): readonly RecordedModelRequest[] {
  const expected = "a fake or model that records a model's requests, such as fakeDeepSeek()"
  const requests = recordedRequests(matcher, received, expected)
  const isServer = isRecord(received) && 'lastRun' in received
  if (!isServer && requests.every(({ messages }) => Array.isArray(messages))) return requests.map(readRequest)
  throw new InvalidOptionError({ path: `${matcher} received`, expected, received })
}

function readRequest({
  messages,
  tools,
  body,
  session,
  side,
  reply,
  answered,
}: Readonly<Record<string, unknown>>): RecordedModelRequest {
  const sent = isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : messages
  return {
    sent: Array.isArray(sent) ? sent : [],
    messages: records(messages).map(({ role, content, reasoning, toolCalls, toolCallId }) => ({
      role,
      content,
      reasoning: typeof reasoning === 'string' ? reasoning : undefined,
      callIds: strings(toolCalls, 'id'),
      calls: records(toolCalls).flatMap(({ id, name }) =>
        typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [],
      ),
      toolCallId,
    })),
    tools: strings(tools, 'name'),
    body,
    session: typeof session === 'string' ? session : undefined,
    side: side !== undefined,
    reply: isRecord(reply) ? readReply(reply) : undefined,
    answered: answered !== false,
  }
}

const readReply = ({ text, reasoning, toolCalls }: Record<string, unknown>): RecordedReply => ({
  text,
  reasoning: typeof reasoning === 'string' ? reasoning : '',
  callIds: strings(toolCalls, 'id'),
})

const records = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

const strings = (list: unknown, key: string): readonly string[] =>
  records(list).flatMap(({ [key]: value }) => (typeof value === 'string' ? [value] : []))
