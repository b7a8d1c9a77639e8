import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import type { PathParams, Route } from '../../http/router.ts'
import { invalidSessionID } from '../flat/http-errors.ts'
import { notFound } from './errors.ts'
import type { V2Server } from './v2-server.ts'
import type { V2Session } from './v2-session.ts'

type SessionAnswer = (
  server: V2Server,
  session: V2Session,
  request: FakeRequest,
  params: PathParams,
) => FakeResponse | Promise<FakeResponse>

/** The answer of a route below a session: 404 for an unknown session, 400 for an id that is none. */
export const withSession =
  (answer: SessionAnswer): Route<V2Server>['answer'] =>
  (server, request, params) => {
    const { sessionID = '' } = params
    if (!sessionID.startsWith('ses')) return invalidSessionID()
    const session = server.all.get(sessionID)
    return session ? answer(server, session, request, params) : notFound('Session', sessionID)
  }
