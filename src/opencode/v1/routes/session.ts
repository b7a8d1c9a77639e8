import { jsonResponse } from '../../../http/json-response.ts'
import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import type { Route } from '../../../http/router.ts'
import { listSessions } from '../list-sessions.ts'
import { readSessionBody } from '../session-body.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** Sessions: create, list, status, get, update, delete (facts/opencode-1x.md sections 9 to 11). */
export const sessionRoutes: readonly Route<V1Server>[] = [
  {
    method: 'POST',
    path: '/session',
    answer: (server, request) => {
      const body = readSessionBody(request)
      if ('rejected' in body) return body.rejected
      return jsonResponse(server.createSession(server.directoryOf(request), body).info)
    },
  },
  { method: 'GET', path: '/session', answer: listOwnSessions },
  {
    method: 'GET',
    path: '/session/status',
    answer: (server) => {
      const busy = [...server.sessions.values()].filter(({ status }) => status.type !== 'idle')
      return jsonResponse(Object.fromEntries(busy.map(({ id, status }) => [id, status])))
    },
  },
  { method: 'GET', path: '/session/:sessionID', answer: withSession((_server, { info }) => jsonResponse(info)) },
  { method: 'PATCH', path: '/session/:sessionID', answer: withSession(updateSession) },
  {
    method: 'DELETE',
    path: '/session/:sessionID',
    answer: withSession((server, session) => {
      deleteSession(server, session)
      return jsonResponse(true)
    }),
  },
]

/** Of the request's directory. */
function listOwnSessions(server: V1Server, request: FakeRequest): FakeResponse {
  const listed = listSessions(server, request.url.searchParams, server.directoryOf(request))
  return 'rejected' in listed ? listed.rejected : jsonResponse(listed.sessions)
}

function updateSession(server: V1Server, session: Session, request: FakeRequest): FakeResponse {
  const body = readSessionBody(request)
  if ('rejected' in body) return body.rejected
  const { title, metadata, time: { archived } = {} } = body
  const { time } = session.info
  // What changes nothing is no event (captures/1.18.33/15a-update-title.json).
  if (title === undefined && metadata === undefined && archived === undefined) return jsonResponse(session.info)
  session.update({
    ...(title !== undefined && { title }),
    ...(metadata !== undefined && { metadata }),
    // Only metadata moves `updated` (captures/1.18.33/15a-update-title.json).
    time: {
      ...time,
      ...(metadata !== undefined && { updated: server.core.clock.now() }),
      ...(archived !== undefined && { archived }),
    },
  })
  return jsonResponse(session.info)
}

/** Children go first; their work and the session's own stops. */
function deleteSession(server: V1Server, session: Session): void {
  for (const child of server.sessions.values()) if (child.info.parentID === session.id) deleteSession(server, child)
  session.stop()
  server.sessions.delete(session.id)
  session.sendDeleted()
  // Its rows in the event store go with it (facts/opencode-1x.md section 12).
  server.core.events.durable.forget(session.id)
}
