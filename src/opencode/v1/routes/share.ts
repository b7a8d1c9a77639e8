import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import type { SessionInfo } from '../../../wire/session-info.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** A session with the page it is shared on; undefined takes it away. */
type Shared = Partial<SessionInfo> & { readonly share: { readonly url: string } | undefined }

/** Sharing. Never recorded: the session has an address, which leads nowhere, until it is unshared. */
export const shareRoutes: readonly Route<V1Server>[] = [
  {
    method: 'POST',
    path: '/session/:sessionID/share',
    answer: withSession((_server, session) => {
      const shared: Shared = { share: { url: `https://opncd.ai/share/${session.id.slice(-8)}` } }
      session.update(shared)
      return jsonResponse(session.info)
    }),
  },
  {
    method: 'DELETE',
    path: '/session/:sessionID/share',
    answer: withSession((_server, session) => {
      const unshared: Shared = { share: undefined }
      session.update(unshared)
      return jsonResponse(session.info)
    }),
  },
]
