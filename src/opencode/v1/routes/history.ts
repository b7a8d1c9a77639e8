import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { agentFor } from '../prompt-agent.ts'
import { badRequest, sessionBusy, taggedBadRequest, unexpected } from '../errors.ts'
import { endOfWork } from '../end-of-work.ts'
import { forkSession } from '../fork-session.ts'
import { idFault } from '../../id-fault.ts'
import { readJsonBody } from '../json-body.ts'
import { readBody } from '../read-body.ts'
import { removeReverted, revert, unrevert } from '../revert.ts'
import type { Session } from '../session.ts'
import { addCompaction } from '../turn/compaction.ts'
import { unknownModel } from '../unknown-model.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** What is done to the history of a session (facts/opencode-1x.md section 11). */
export const historyRoutes: readonly Route<V1Server>[] = [
  { method: 'POST', path: '/session/:sessionID/fork', answer: withSession(fork) },
  { method: 'POST', path: '/session/:sessionID/revert', answer: withSession(revertTo) },
  {
    method: 'POST',
    path: '/session/:sessionID/unrevert',
    answer: withSession((server, session) => {
      if (session.busy) return sessionBusy(session.id)
      unrevert(server, session)
      return jsonResponse(session.info)
    }),
  },
  { method: 'POST', path: '/session/:sessionID/summarize', answer: withSession(summarize) },
]

/** A body may be left out; one that is none is answered like a bad one. */
function fork(server: V1Server, session: Session, request: FakeRequest): FakeResponse {
  if (request.text().trim() === '') return jsonResponse(forkSession(server, session).info)
  const body = readJsonBody(request, server.core.ids)
  const messageID = 'rejected' in body ? null : body.fields['messageID']
  if (messageID === undefined) return jsonResponse(forkSession(server, session).info)
  if (typeof messageID !== 'string' || !messageID.startsWith('msg')) return taggedBadRequest()
  return jsonResponse(forkSession(server, session, messageID).info)
}

function revertTo(server: V1Server, session: Session, request: FakeRequest): FakeResponse {
  const body = readJsonBody(request, server.core.ids)
  if ('rejected' in body) return body.rejected
  const { messageID, partID } = body.fields
  const wrong =
    idFault('messageID', messageID, 'msg') ?? (partID === undefined ? undefined : idFault('partID', partID, 'prt'))
  if (wrong) return badRequest(wrong)
  if (session.busy) return sessionBusy(session.id)
  revert(server, session, { messageID: String(messageID), ...(typeof partID === 'string' && { partID }) })
  return jsonResponse(session.info)
}

/** Answers `true` when the compaction is over, whatever became of it; while the session is busy it waits its turn. */
async function summarize(server: V1Server, session: Session, request: FakeRequest): Promise<FakeResponse> {
  const read = readBody(request, server.core.ids, { providerID: 'string', modelID: 'string' }, { auto: 'boolean' })
  if ('rejected' in read) return read.rejected
  const { auto = false, ...model } = read.body
  const gone = await endOfWork(server, session)
  if (gone) return gone
  removeReverted(session)
  const last = session.messages.findLast(({ info }) => info.role === 'user')?.info
  const agent = last?.agent ?? agentFor(server, undefined) ?? 'build'
  const { providerID, modelID } = model
  addCompaction(server, session, { agent, model: { providerID, modelID }, auto })
  await server.loopOf(session).done
  return unknownModel(server, model) ? unexpected(server.core.ids) : jsonResponse(true)
}
