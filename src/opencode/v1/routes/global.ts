import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'

/** The server as a whole: health, configuration, disposal, upgrade (facts/opencode-1x.md sections 1 and 10). */
export const globalRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/global/health',
    answer: ({ core }) => jsonResponse({ healthy: true, version: core.settings.version }),
  },
  { method: 'GET', path: '/global/config', answer: ({ config }) => jsonResponse(config.global) },
  {
    method: 'PATCH',
    path: '/global/config',
    answer: (server, request) => {
      const read = readBody(request, server.core.ids, {})
      if ('rejected' in read) return read.rejected
      server.config.update(undefined, read.body)
      return jsonResponse(server.config.global)
    },
  },
  {
    method: 'POST',
    path: '/global/dispose',
    answer: (server) => {
      for (const directory of server.instances) server.dispose(directory)
      server.core.events.publishGlobal('global.disposed')
      return jsonResponse(true)
    },
  },
  { method: 'POST', path: '/global/upgrade', answer: upgrade },
]

/** Plain: nothing is upgraded, and the version that was asked for is told back. */
function upgrade({ core }: V1Server, request: FakeRequest): FakeResponse {
  const read = readBody(request, core.ids, { target: 'string' })
  return 'rejected' in read ? read.rejected : jsonResponse({ success: true, version: read.body.target })
}
