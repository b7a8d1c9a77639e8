import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import { isRecord } from '../model/checks.ts'
import type { ModelRequest } from '../model/model-request.ts'
import { AnswerInProgress } from './answer-in-progress.ts'
import { answerTurn } from './answer-turn.ts'
import { type ChatBody, thinksIn, toModelRequest } from './chat-request.ts'
import { checkAuth } from './check-auth.ts'
import { parseBody } from './check-body.ts'
import { checkRequest } from './check-request.ts'
import type { OpenRecord } from './deepseek-record.ts'
import type { DeepSeekServer } from './deepseek-server.ts'
import { errorResponse, type Refusal } from './error-response.ts'
import { modelOf } from './profile.ts'
import { sideCall } from './side-call.ts'
import type { StreamOptions } from './stream-writer.ts'
import { takeTurn } from './take-turn.ts'

interface Chat {
  readonly request: FakeRequest
  readonly record: OpenRecord
}

/** `POST /chat/completions`: checks the request as the API does, then plays the turn it gets. A refused request takes no turn. */
export async function answerChat(server: DeepSeekServer, { request, record }: Chat): Promise<FakeResponse> {
  const { settings } = server
  const parsed = parseBody(record.rawBody, settings)
  const body = 'body' in parsed ? parsed.body : {}
  const asked = toModelRequest(body, record.session)
  note(record, asked, settings.sideCalls)
  server.count(record)
  const refusal =
    checkAuth(request, settings.apiKey) ??
    ('refused' in parsed ? parsed.refused : undefined) ??
    (settings.validate
      ? checkRequest(body, { ...settings, rawBody: record.rawBody, beta: record.path.startsWith('/beta/') })
      : undefined) ??
    (server.inFlight.size >= settings.concurrency ? tooMany(server.inFlight.size + 1, settings.concurrency) : undefined)
  if (refusal) {
    server.attempts.note(record)
    return errorResponse(refusal)
  }
  const onOver = (over: AnswerInProgress): void => {
    server.inFlight.delete(over)
    server.attempts.note(record)
  }
  const progress = new AnswerInProgress(record, { client: request.signal, onOver })
  // A client that has left already is not under way.
  if (!progress.signal.aborted) server.inFlight.add(progress)
  const turn = await takeTurn(server, record, { ...asked, attempt: record.attempt })
  if ('status' in turn) {
    progress.end()
    return errorResponse(turn)
  }
  const stream = body['stream'] === true
  return answerTurn(turn, { record, progress, stream, options: streamOptions(server, body) })
}

function note(record: OpenRecord, request: ModelRequest, sideCalls: 'answer' | 'script'): void {
  record.model = request.model
  // Copies: what a reply function does to its request changes no record.
  record.messages = structuredClone(request.messages)
  record.tools = structuredClone(request.tools ?? [])
  record.side = sideCalls === 'answer' ? sideCall(request) : undefined
}

function streamOptions(server: DeepSeekServer, body: ChatBody): Omit<StreamOptions, 'faults' | 'usage'> {
  const model = String(body['model'])
  const count = server.nextAnswer().toString(16).padStart(12, '0')
  const { stream_options: wanted } = body
  return {
    head: {
      id: `00000000-0000-4000-8000-${count}`,
      created: Math.floor(server.clock.now() / 1000),
      model,
      fingerprint: 'fa4ede5eec0000000000000000000000',
    },
    thinks: thinksIn(body, modelOf(server.settings.profile, model) ?? { thinks: true }),
    includeUsage: isRecord(wanted) && wanted['include_usage'] === true,
  }
}

const tooMany = (current: number, limit: number): Refusal => ({
  status: 429,
  message: `Too many requests. Your current concurrency is ${current}, which exceeds your concurrency limit of ${limit} based on your remaining balance. Please top up your balance to restore your concurrency.`,
  type: 'rate_limit_error',
})
