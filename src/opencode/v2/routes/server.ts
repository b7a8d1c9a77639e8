import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { atLocation, done } from '../located.ts'
import type { V2Server } from '../v2-server.ts'

/** The server itself, its locations and its project (facts/opencode-2x.md sections 1.2 and 1.3). */
export const serverRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/info',
    answer: ({ core }, { url }) =>
      jsonResponse({ version: core.settings.version, pid: PID, urls: [url.origin], paths: { tmp: '/fake/tmp' } }),
  },
  // The betas' form of it, which releases may still have (facts/opencode-2x.md section 1.2).
  {
    method: 'GET',
    path: '/api/health',
    answer: ({ core }) => jsonResponse({ healthy: true, version: core.settings.version, pid: PID }),
  },
  {
    method: 'GET',
    path: '/api/location',
    answer: atLocation((server, directory) => {
      const { id, worktree } = server.projectOf(directory)
      return jsonResponse({ directory, project: { id, directory: worktree, canonical: worktree } })
    }),
  },
  { method: 'POST', path: '/api/location/reload', answer: done },
]

/** The fake has no process of its own, and this is none that a client could signal. */
const PID = 1
