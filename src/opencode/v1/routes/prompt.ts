import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import type { MessageError } from '../../../wire/message.ts'
import { addPrompt, recordPrompt } from '../add-prompt.ts'
import { unexpected } from '../errors.ts'
import { type PromptBody, readPromptBody } from '../prompt-body.ts'
import { PromptLoop } from '../prompt-loop.ts'
import type { Session } from '../session.ts'
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
  const agent = agentFor(server, body)
  if (agent === undefined) {
    recordPrompt(server, session, body)
    session.sendError(unknownAgent(server, body))
    return unexpected(server.core.ids)
  }
  await endOfAbort(session)
  const message = addPrompt(server, session, body, agent)
  if (body.noReply) return jsonResponse(message)
  const last = await loopOf(server, session).done
  return last ? jsonResponse(last) : unexpected(server.core.ids)
}

/** Answers before the work begins; an error of the prompt itself goes to the event stream alone. */
async function promptAsync(server: V1Server, session: Session, request: FakeRequest): Promise<FakeResponse> {
  const body = readPromptBody(request, server.core.ids)
  if ('rejected' in body) return body.rejected
  const agent = agentFor(server, body)
  if (agent === undefined) {
    recordPrompt(server, session, body)
    session.sendError(unknownAgent(server, body))
    // The second one is the route's own report (captures/1.18.33/14b-wrong-agent.json).
    session.sendError({ name: 'UnknownError', data: { message: 'UnknownError: UnknownError' } })
  } else {
    await endOfAbort(session)
    addPrompt(server, session, body, agent)
    if (!body.noReply) loopOf(server, session)
  }
  return { status: 204, headers: { 'content-length': '0' }, body: null }
}

/** Always `true`, also for a session that is idle or does not exist (captures/1.18.33/07d-abort-idle-session.json). */
async function abort(server: V1Server, request: FakeRequest, { sessionID = '' }: PathParams): Promise<FakeResponse> {
  const session = server.sessions.get(sessionID)
  if (session?.loop) await session.loop.abort()
  else if (session) session.setStatus({ type: 'idle' })
  else server.sendIdle(server.directoryOf(request), sessionID)
  return jsonResponse(true)
}

/** A prompt that comes while an abort is under way waits for its end: the loop that was aborted will not work on it. */
async function endOfAbort(session: Session): Promise<void> {
  if (session.loop?.aborted) await session.loop.done
}

/** The loop at work on the session; a new one where none is. A listener on another directory will not hear it: that is a miss. */
function loopOf(server: V1Server, session: Session): PromptLoop {
  const deaf = server.core.events.deafStreams(session.directory)
  if (deaf.length > 0) {
    const message = `session ${session.id} works in ${session.directory}, but the open event streams listen on ${deaf.join(', ')} and hear nothing of it; pass the directory to both`
    server.core.addMiss({ kind: 'stream', message })
  }
  session.loop ??= new PromptLoop(server, session)
  return session.loop
}

/** The agent of a prompt: undefined when it names one that does not exist. */
function agentFor({ core }: V1Server, { agent }: PromptBody): string | undefined {
  const names = core.agents.all.map(({ name }) => name)
  if (agent !== undefined) return names.includes(agent) ? agent : undefined
  return names.includes('build') ? 'build' : (names[0] ?? 'build')
}

function unknownAgent({ core }: V1Server, { agent = '' }: PromptBody): MessageError {
  // Hidden agents are listed by GET /agent alone (captures/1.18.33/14b-wrong-agent.json).
  const shown = core.agents.all.filter((known) => known['hidden'] !== true)
  const names = shown.map(({ name }) => name).toSorted()
  return {
    name: 'UnknownError',
    data: { message: `Agent not found: "${agent}". Available agents: ${names.join(', ')}` },
  }
}
