import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** What hangs on a session: the sessions of its sub-agents, the model's plan, the diff of one prompt (facts/opencode-1x.md section 9). */
export const childrenRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/session/:sessionID/children',
    answer: withSession((server, session) => jsonResponse(server.childrenOf(session).map(({ info }) => info))),
  },
  {
    method: 'GET',
    path: '/session/:sessionID/todo',
    answer: withSession((_server, { todos }) => jsonResponse(todos)),
  },
  {
    method: 'GET',
    path: '/session/:sessionID/diff',
    // An unknown session has no diff and is no error here; a session as such has none either (captures/1.18.33/14-errors.json).
    answer: (server, { url }, { sessionID = '' }) => {
      const info = server.sessions.get(sessionID)?.message(url.searchParams.get('messageID') ?? '')?.info
      const summary: unknown = info?.role === 'user' ? info.summary : undefined
      return jsonResponse(Object(summary)['diffs'] ?? [])
    },
  },
]
