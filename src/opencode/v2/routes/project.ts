import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { notFound } from '../errors.ts'
import { readBody } from '../read-body.ts'
import type { V2Server } from '../v2-server.ts'

/** The projects: the fake's own alone. Their fields are inferred from those of a location's project. */
export const projectRoutes: readonly Route<V2Server>[] = [
  { method: 'GET', path: '/api/project', answer: (server) => jsonResponse([projectInfo(server)]) },
  {
    method: 'PATCH',
    path: '/api/project/:projectID',
    answer: (server, request, { projectID = '' }) => {
      const read = readBody(request, {}, { name: 'string' })
      if ('rejected' in read) return read.rejected
      const { id } = projectInfo(server)
      if (projectID !== id) return notFound('Project', projectID)
      server.projectName = read.body.name ?? server.projectName
      return jsonResponse(projectInfo(server))
    },
  },
]

function projectInfo(server: V2Server): { readonly id: string; readonly [field: string]: unknown } {
  const { core, started, projectName } = server
  const { directory } = core.settings
  return {
    id: server.projectOf(directory).id,
    directory,
    canonical: directory,
    ...(projectName !== undefined && { name: projectName }),
    time: { created: started, updated: started },
  }
}
