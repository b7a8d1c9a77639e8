import type { FakeResponse } from '../../../http/fake-handler.ts'
import type { Route } from '../../../http/router.ts'
import type { V1Server } from '../v1-server.ts'

/** The event streams: of one directory, and of all (facts/opencode-1x.md section 1). */
export const eventRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/event',
    answer: (server, request) => stream(server.core.events.open(server.directoryOf(request))),
  },
  { method: 'GET', path: '/global/event', answer: (server) => stream(server.core.events.open(undefined)) },
]

const stream = (body: AsyncIterable<string | Uint8Array>): FakeResponse => ({
  headers: {
    'cache-control': 'no-cache, no-transform',
    'x-content-type-options': 'nosniff',
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  },
  body,
})
