import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { messageNotFound } from '../../flat/http-errors.ts'
import { listMessages } from '../list-messages.ts'
import type { V2Server } from '../v2-server.ts'
import { withSession } from '../with-session.ts'

/** What was said in a session. */
export const messageRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/session/:sessionID/message',
    answer: withSession((_server, { messages }, { url }) => {
      const page = listMessages(messages, url.searchParams)
      return 'rejected' in page ? page.rejected : jsonResponse(page)
    }),
  },
  {
    method: 'GET',
    path: '/api/session/:sessionID/message/:messageID',
    answer: withSession((_server, { id: sessionID, messages }, _request, { messageID = '' }) => {
      const found = messages.find(({ id }) => id === messageID)
      return found ? jsonResponse({ data: found }) : messageNotFound(sessionID, messageID)
    }),
  },
  {
    method: 'GET',
    path: '/api/session/:sessionID/context',
    answer: withSession((_server, { context }) => jsonResponse({ data: context })),
  },
  {
    method: 'GET',
    path: '/api/experimental/session/:sessionID/export',
    answer: withSession((_server, { info, messages }) => jsonResponse({ data: { info, messages } })),
  },
]
