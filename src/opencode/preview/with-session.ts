import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import type { PathParams, Route } from '../../http/router.ts'
import type { FlatSession } from '../flat/flat-session.ts'
import type { Session } from '../v1/session.ts'
import { invalidSessionID } from '../flat/http-errors.ts'
import { sessionNotFound } from './errors.ts'
import type { PreviewServer } from './preview-server.ts'

/** What a request about a session is answered from. `session` is what both APIs share, `flat` what the preview has of it. */
export interface SessionRequest {
  readonly server: PreviewServer
  readonly session: Session
  readonly flat: FlatSession
  readonly request: FakeRequest
  readonly params: PathParams
}

/** The answer of a route below `/api/session/:sessionID`: 404 for an unknown session, 400 for an id that is none. */
export const withSession =
  (answer: (request: SessionRequest) => FakeResponse | Promise<FakeResponse>): Route<PreviewServer>['answer'] =>
  (server, request, params) => {
    const { sessionID = '' } = params
    if (!sessionID.startsWith('ses')) return invalidSessionID()
    const session = server.v1.sessions.get(sessionID)
    if (!session) return sessionNotFound(sessionID)
    return answer({ server, session, flat: server.of(session), request, params })
  }

/** Nothing to say. */
export const noContent: FakeResponse = { status: 204, body: null }
