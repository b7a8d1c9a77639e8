import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { listProviders } from '../providers.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'

/** The configuration of a directory. A change is kept in memory, and answered with the whole of it. */
export const configRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/config',
    answer: (server, request) => jsonResponse(server.config.of(server.directoryOf(request))),
  },
  {
    method: 'PATCH',
    path: '/config',
    answer: (server, request) => {
      const read = readBody(request, server.core.ids, {})
      if ('rejected' in read) return read.rejected
      const directory = server.directoryOf(request)
      server.config.update(directory, read.body)
      return jsonResponse(server.config.of(directory))
    },
  },
  { method: 'GET', path: '/config/providers', answer: ({ core }) => jsonResponse(listProviders(core.settings.prices)) },
]
