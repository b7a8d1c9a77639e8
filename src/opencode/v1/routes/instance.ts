import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { BUILT_IN_SKILL } from '../../built-in-skill.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'

/** What a directory's instance has and does: agents, commands, skills, language servers, formatters, the log, its end. */
export const instanceRoutes: readonly Route<V1Server>[] = [
  { method: 'GET', path: '/agent', answer: ({ core }) => jsonResponse(core.agents.poll()) },
  { method: 'GET', path: '/command', answer: ({ core }) => jsonResponse(core.commands.all) },
  { method: 'GET', path: '/skill', answer: () => jsonResponse([BUILT_IN_SKILL]) },
  { method: 'GET', path: '/lsp', answer: () => jsonResponse([]) },
  { method: 'GET', path: '/formatter', answer: () => jsonResponse([]) },
  { method: 'POST', path: '/log', answer: log },
  {
    method: 'POST',
    path: '/instance/dispose',
    answer: (server, request) => {
      server.dispose(server.directoryOf(request))
      return jsonResponse(true)
    },
  },
]

/** The entry stands in the fake's `requests`, and nowhere else. */
function log({ core }: V1Server, request: FakeRequest): FakeResponse {
  const fields = { service: 'string', level: ['debug', 'info', 'error', 'warn'], message: 'string' } as const
  const read = readBody(request, core.ids, fields, { extra: 'object' })
  return 'rejected' in read ? read.rejected : jsonResponse(true)
}
