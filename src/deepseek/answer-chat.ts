import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import type { ModelRequest } from '../model/model-request.ts'
import { readReply } from '../model/read-reply.ts'
import type { ScriptedTurn } from '../model/scripted-turn.ts'
import { isRecord } from '../model/checks.ts'
import { answerTurn } from './answer-turn.ts'
import { type ChatBody, thinksIn, toModelRequest } from './chat-request.ts'
import { checkAuth } from './check-auth.ts'
import { parseBody } from './check-body.ts'
import { checkRequest } from './check-request.ts'
import type { OpenRecord } from './deepseek-record.ts'
import type { DeepSeekServer } from './deepseek-server.ts'
import { errorResponse, type Refusal } from './error-response.ts'
import { sideCall, sideReply } from './side-call.ts'

interface Chat {
  readonly request: FakeRequest
  readonly record: OpenRecord
  readonly signal: AbortSignal
}

/** `POST /chat/completions`: checks the request as the API does, then plays the turn it gets. A refused request takes no turn. */
export async function answerChat(server: DeepSeekServer, chat: Chat): Promise<FakeResponse> {
  const { record, signal, request } = chat
  const { settings } = server
  const parsed = parseBody(record.rawBody, settings)
  const asked = toModelRequest('body' in parsed ? parsed.body : {}, record.session)
  note(record, asked, settings.sideCalls)
  server.announce()
  const refused = checkAuth(request, settings.apiKey)
  if (refused) return errorResponse(refused)
  if (!('body' in parsed)) return errorResponse(parsed.refused)
  const { body } = parsed
  const wrong = settings.validate
    ? checkRequest(body, { ...settings, rawBody: record.rawBody, beta: record.path.startsWith('/beta/') })
    : undefined
  if (wrong) return errorResponse(wrong)
  if (server.inFlight >= settings.concurrency) return errorResponse(tooMany(server.inFlight + 1, settings.concurrency))
  server.inFlight += 1
  let open = true
  const done = (): void => {
    if (open) server.inFlight -= 1
    open = false
  }
  try {
    const turn = await takeTurn(server, chat, asked)
    if ('status' in turn) {
      done()
      return errorResponse(turn)
    }
    return await answerTurn(turn, {
      record,
      signal,
      stream: body['stream'] === true,
      options: streamOptions(server, body),
      done,
    })
  } catch (error) {
    done()
    throw error
  }
}

function note(record: OpenRecord, request: ModelRequest, sideCalls: 'answer' | 'script'): void {
  record.model = request.model
  record.messages = request.messages
  record.tools = request.tools ?? []
  record.side = sideCalls === 'answer' ? sideCall(request) : undefined
}

/** The turn that answers: aside, of the session's script, of the script, or what `exhausted` says. */
async function takeTurn(
  server: DeepSeekServer,
  { record }: Chat,
  request: ModelRequest,
): Promise<ScriptedTurn | Refusal> {
  if (record.side) return readReply('sideCalls', sideReply(record.side))
  const scripted = server.scriptOf(record.session)?.take(request) ?? server.script.take(request)
  if (scripted) {
    record.turn = scripted.path
    return scripted.turn
  }
  const asked = request.messages.at(-1)?.content ?? ''
  const what = `request ${server.requests.filter(({ side }) => !side).length} (last message '${asked.slice(0, 80)}') has no turn left in the script`
  server.addMiss({ kind: 'script', message: `${what}; add one, or end the loop before it`, request: record })
  if (server.settings.exhausted === 'error') return { status: 400, message: `fakeDeepSeek: ${what}` }
  return readReply('exhausted', { finish: 'stop', usage: { prompt: 0, completion: 0 } })
}

function streamOptions(server: DeepSeekServer, body: ChatBody): Parameters<typeof answerTurn>[1]['options'] {
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
    thinks: thinksIn(body, server.settings.profile.models[model] ?? { thinks: true }),
    includeUsage: isRecord(wanted) && wanted['include_usage'] === true,
  }
}

const tooMany = (current: number, limit: number): Refusal => ({
  status: 429,
  message: `Too many requests. Your current concurrency is ${current}, which exceeds your concurrency limit of ${limit} based on your remaining balance. Please top up your balance to restore your concurrency.`,
  type: 'rate_limit_error',
})
