import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import type { V1Server } from '../v1-server.ts'

const HOME = '/fake/home'

/** Where the server works: paths and projects (facts/opencode-1x.md section 10). */
export const projectRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/path',
    answer: (server, request) => {
      const directory = server.directoryOf(request)
      const { worktree } = server.projectOf(directory)
      const state = `${HOME}/.local/state/opencode`
      return jsonResponse({ home: HOME, state, config: `${HOME}/.config/opencode`, worktree, directory })
    },
  },
  {
    method: 'GET',
    path: '/project/current',
    answer: (server, request) => jsonResponse(projectInfo(server, server.directoryOf(request))),
  },
  {
    method: 'GET',
    path: '/project',
    answer: (server) => jsonResponse([projectInfo(server, server.core.settings.directory)]),
  },
]

function projectInfo(server: V1Server, directory: string): object {
  const { id, worktree } = server.projectOf(directory)
  const time = { created: server.started, updated: server.started }
  return { id, worktree, ...(id !== 'global' && { vcs: 'git' }), time, sandboxes: [] }
}
