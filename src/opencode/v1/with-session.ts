import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import type { PathParams, Route } from '../../http/router.ts'
import { notFound, unexpected } from './errors.ts'
import type { Session } from './session.ts'
import type { V1Server } from './v1-server.ts'

type SessionAnswer = (
  server: V1Server,
  session: Session,
  request: FakeRequest,
  params: PathParams,
) => FakeResponse | Promise<FakeResponse>

/** The answer of a route below `/session/:sessionID`: 404 for an unknown session, and 500 for an id that is none. */
export const withSession =
  (answer: SessionAnswer): Route<V1Server>['answer'] =>
  (server, request, params) => {
    const { sessionID = '' } = params
    if (!sessionID.startsWith('ses')) return unexpected(server.core.ids)
    const session = server.sessions.get(sessionID)
    return session ? answer(server, session, request, params) : notFound('Session', sessionID)
  }
