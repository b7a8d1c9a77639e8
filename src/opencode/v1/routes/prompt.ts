import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import type { Message, MessageError } from '../../../wire/message.ts'
import { addPrompt, recordPrompt } from '../add-prompt.ts'
import { endOfWork } from '../end-of-work.ts'
import { unexpected } from '../errors.ts'
import { type PromptBody, readPromptBody } from '../prompt-body.ts'
import { agentFor, unknownAgent } from '../prompt-agent.ts'
import type { Session } from '../session.ts'
import { unknownModel } from '../unknown-model.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** Prompts and their abort (facts/opencode-1x.md sections 3, 5 and 7). */
export const promptRoutes: readonly Route<V1Server>[] = [
  { method: 'POST', path: '/session/:sessionID/message', answer: withSession(prompt) },
  { method: 'POST', path: '/session/:sessionID/prompt_async', answer: withSession(promptAsync) },
  { method: 'POST', path: '/session/:sessionID/abort', answer: abort },
]

/** Answers with the last assistant message of the loop, once it is over; a client that hangs up stops nothing. */
async function prompt(server: V1Server, session: Session, request: FakeRequest): Promise<FakeResponse> {
  const body = readPromptBody(request, server.core.ids)
  if ('rejected' in body) return body.rejected
  const message = await accept(server, session, body)
  if (!message) return unexpected(server.core.ids)
  if ('gone' in message) return message.gone
  if (body.noReply) return jsonResponse(message)
  const last = await server.loopOf(session).done
  return last && !unknownModel(server, body.model) ? jsonResponse(last) : unexpected(server.core.ids)
}

/** Answers before the work begins; an error of the prompt itself goes to the event stream alone. */
async function promptAsync(server: V1Server, session: Session, request: FakeRequest): Promise<FakeResponse> {
  const body = readPromptBody(request, server.core.ids)
  if ('rejected' in body) return body.rejected
  const message = await accept(server, session, body)
  // The second error is the route's own report (captures/1.18.33/14b-wrong-agent.json, 14d-wrong-provider-async.json).
  if (!message) session.sendError(report('UnknownError: UnknownError'))
  else if ('gone' in message) return message.gone
  else if (!body.noReply) {
    const { done } = server.loopOf(session)
    const unknown = unknownModel(server, body.model)?.data['message']
    const tell = (): void => session.sendError(report(`ProviderModelNotFoundError: ${String(unknown)}`))
    if (unknown !== undefined) done.then(tell).catch(server.scriptFault.bind(server))
  }
  return { status: 204, headers: { 'content-length': '0' }, body: null }
}

const report = (message: string): MessageError => ({ name: 'UnknownError', data: { message } })

/**
 * Records a prompt and stores it; undefined where its agent does not exist: then it is no message, and an error was sent. `gone` is the
 * answer where the session ended before its turn came.
 */
async function accept(
  server: V1Server,
  session: Session,
  body: PromptBody,
): Promise<Message | { readonly gone: FakeResponse } | undefined> {
  const agent = agentFor(server, body.agent)
  if (agent === undefined) {
    recordPrompt(server, session, body)
    session.sendError(unknownAgent(server, body.agent ?? ''))
    return undefined
  }
  const gone = await endOfWork(server, session)
  if (gone) return { gone }
  return addPrompt(server, session, body, { agent, promptID: recordPrompt(server, session, body) })
}

/** Always `true`, also for a session that is idle or does not exist (captures/1.18.33/07d-abort-idle-session.json). */
async function abort(server: V1Server, request: FakeRequest, { sessionID = '' }: PathParams): Promise<FakeResponse> {
  const session = server.sessions.get(sessionID)
  if (session?.loop) await session.loop.abort()
  else if (session?.shell) await session.shell.abort()
  else if (session) session.setStatus({ type: 'idle' })
  else server.sendIdle(server.directoryOf(request), sessionID)
  return jsonResponse(true)
}
