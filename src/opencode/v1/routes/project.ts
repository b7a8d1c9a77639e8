import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import { projectByID, projectInfo } from '../project-info.ts'
import { readBody } from '../read-body.ts'
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
  {
    method: 'POST',
    path: '/project/git/init',
    answer: (server, request) => jsonResponse({ ...projectInfo(server, server.directoryOf(request)), vcs: 'git' }),
  },
  { method: 'PATCH', path: '/project/:projectID', answer: updateProject },
  {
    method: 'GET',
    path: '/project/:projectID/directories',
    answer: (server, _request, { projectID = '' }) => {
      const project = projectByID(server, projectID)
      return jsonResponse(project ? [{ directory: project.worktree }] : [])
    },
  },
]

function updateProject(server: V1Server, request: FakeRequest, { projectID = '' }: PathParams): FakeResponse {
  const read = readBody(request, server.core.ids, {}, { name: 'string', icon: 'object', commands: 'object' })
  if ('rejected' in read) return read.rejected
  const project = projectByID(server, projectID)
  if (!project) {
    const message = `Project not found: ${projectID}`
    return jsonResponse({ _tag: 'ProjectNotFoundError', projectID, message }, { status: 404 })
  }
  const { name, icon, commands } = read.body
  server.projectDetails.set(projectID, {
    ...server.projectDetails.get(projectID),
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon }),
    ...(commands !== undefined && { commands }),
  })
  return jsonResponse(projectByID(server, projectID))
}
