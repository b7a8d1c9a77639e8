import type { Route } from '../../../http/router.ts'
import { eventStream } from '../../event-stream.ts'
import { directoryView, globalView } from '../event-views.ts'
import type { V1Server } from '../v1-server.ts'

/** The event streams: of one directory, and of all (facts/opencode-1x.md section 1). */
export const eventRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/event',
    answer: (server, request) => eventStream(server.core.events.open(directoryView(server.directoryOf(request)))),
  },
  { method: 'GET', path: '/global/event', answer: (server) => eventStream(server.core.events.open(globalView)) },
]
