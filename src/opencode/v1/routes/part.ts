import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import type { Part } from '../../../wire/part.ts'
import { badRequest, sessionBusy, taggedBadRequest } from '../errors.ts'
import { idFault } from '../../id-fault.ts'
import { readJsonBody } from '../json-body.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** Changes of single messages and parts (captures/1.18.33/15f-delete-message-and-part.json). */
export const partRoutes: readonly Route<V1Server>[] = [
  { method: 'DELETE', path: '/session/:sessionID/message/:messageID', answer: withSession(removeMessage) },
  { method: 'PATCH', path: '/session/:sessionID/message/:messageID/part/:partID', answer: withSession(updatePart) },
  { method: 'DELETE', path: '/session/:sessionID/message/:messageID/part/:partID', answer: withSession(removePart) },
]

/** Also `true` for a message that is not there, with the event: seen on a real server. */
function removeMessage(_server: V1Server, session: Session, _request: FakeRequest, params: PathParams): FakeResponse {
  const { messageID = '' } = params
  const wrong = idFault('messageID', messageID, 'msg')
  if (wrong) return badRequest(wrong, 'Params')
  if (session.busy) return sessionBusy(session.id)
  session.removeMessage(messageID)
  return jsonResponse(true)
}

function removePart(_server: V1Server, session: Session, _request: FakeRequest, params: PathParams): FakeResponse {
  const { messageID = '', partID = '' } = params
  const wrong = idFault('messageID', messageID, 'msg') ?? idFault('partID', partID, 'prt')
  if (wrong) return badRequest(wrong, 'Params')
  session.removePart(messageID, partID)
  return jsonResponse(true)
}

/** Replaces a part, or adds it, also to a message that is not there: its ids must be those of the path (captures/1.18.33-probed/14f-unknown-ids.json). */
function updatePart(server: V1Server, session: Session, request: FakeRequest, params: PathParams): FakeResponse {
  const body = readJsonBody(request, server.core.ids)
  if ('rejected' in body) return body.rejected
  const { fields } = body
  const { messageID = '', partID = '' } = params
  const own = fields['id'] === partID && fields['messageID'] === messageID && fields['sessionID'] === session.id
  if (typeof fields['type'] !== 'string') return badRequest(`Expected Part, got ${JSON.stringify(fields)}`)
  if (!own) return taggedBadRequest()
  // A client may put any part here; that it has a type and its ids is all that is known of it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const part = fields as unknown as Part
  session.putPart(part)
  return jsonResponse(part)
}
