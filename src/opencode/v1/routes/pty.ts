import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import type { V1Server } from '../v1-server.ts'

/** Terminals: there are none, and none can be made (`not-served.ts`). */
export const ptyRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/pty/shells',
    answer: () => jsonResponse([{ path: '/bin/sh', name: 'sh', acceptable: true }]),
  },
  { method: 'GET', path: '/pty', answer: () => jsonResponse([]) },
]
