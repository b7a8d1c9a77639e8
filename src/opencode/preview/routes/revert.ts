import type { FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { stageRevert, unstageRevert } from '../../flat/revert.ts'
import { fieldsFault } from '../../read-fields.ts'
import { idFault } from '../../id-fault.ts'
import type { Revert } from '../../v1/session.ts'
import { invalidRequest, messageNotFound } from '../../flat/http-errors.ts'
import { readPreviewBody } from '../read-body.ts'
import type { PreviewServer } from '../preview-server.ts'
import { noContent, type SessionRequest, withSession } from '../with-session.ts'

/** Going back to a message (facts/opencode-1x-preview-api.md section 3, scenario 11). A prompt does not settle it. */
export const revertRoutes: readonly Route<PreviewServer>[] = [
  { method: 'POST', path: '/api/session/:sessionID/revert/stage', answer: withSession(stage) },
  { method: 'POST', path: '/api/session/:sessionID/revert/clear', answer: withSession(clear) },
  { method: 'POST', path: '/api/session/:sessionID/revert/commit', answer: withSession(commit) },
]

function stage(asked: SessionRequest): FakeResponse {
  const { server, session, flat, request } = asked
  const read = readPreviewBody(request, server.core.ids)
  if ('rejected' in read) return read.rejected
  const { messageID, files } = read.body
  const fault = idFault('messageID', messageID, 'msg_') ?? fieldsFault(read.body, {}, { files: 'boolean' })
  if (fault !== undefined || typeof messageID !== 'string') return invalidRequest(fault ?? '')
  if (!flat.message(messageID)) return messageNotFound(flat.id, messageID)
  if (session.info.revert) unstageRevert(server.machine, flat, session.info.revert)
  const revert = stageRevert(server.machine, flat, { messageID, files: files !== false })
  put(asked, revert)
  flat.send({ kind: 'revert-staged', revert })
  return jsonResponse({ data: revert })
}

/** Where nothing is staged there is nothing to say. */
function clear(asked: SessionRequest): FakeResponse {
  const { server, session, flat } = asked
  const { revert } = session.info
  if (!revert) return noContent
  unstageRevert(server.machine, flat, revert)
  put(asked, undefined)
  flat.send({ kind: 'revert-cleared' })
  return noContent
}

function commit(asked: SessionRequest): FakeResponse {
  const { session, flat } = asked
  const { revert } = session.info
  if (!revert) return noContent
  put(asked, undefined)
  flat.send({ kind: 'revert-committed', messageID: revert.messageID })
  return noContent
}

function put({ server, session }: SessionRequest, revert: Revert | undefined): void {
  session.set({ revert, time: { ...session.info.time, updated: server.core.clock.now() } })
}
