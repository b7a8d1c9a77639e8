import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import { ownValue } from '../../../model/own-value.ts'
import { notFound } from '../errors.ts'
import { atLocation, done, located } from '../located.ts'
import { readBody } from '../read-body.ts'
import type { V2Server } from '../v2-server.ts'

/** The MCP servers. What a test set of one stands: a client can switch it off and on, add one and remove it, and no more. */
export const mcpRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/mcp',
    answer: atLocation(({ core }, directory) => {
      const servers = Object.entries(core.mcpServers.poll())
      return located(
        directory,
        servers.map(([name, status]) => ({ name, status })),
      )
    }),
  },
  {
    method: 'GET',
    path: '/api/mcp/resource',
    answer: atLocation((_server, directory) => located(directory, { resources: [], templates: [] })),
  },
  { method: 'PUT', path: '/api/experimental/mcp/:server', answer: atLocation(addServer) },
  {
    method: 'DELETE',
    path: '/api/experimental/mcp/:server',
    answer: withServer((server, name) => server.core.mcpServers.remove(name)),
  },
  {
    method: 'POST',
    path: '/api/experimental/mcp/:server/connect',
    answer: withServer((server, name) => {
      const isOff = ownValue(server.core.mcpServers.all, name)?.status === 'disabled'
      if (isOff) server.core.mcpServers.set('status', name, 'connected')
    }),
  },
  {
    method: 'POST',
    path: '/api/experimental/mcp/:server/disconnect',
    answer: withServer((server, name) => server.core.mcpServers.set('status', name, 'disabled')),
  },
]

/** One that is there already keeps its status, as a test may have set it before the client adds it. */
function addServer(server: V2Server, _directory: string, request: FakeRequest, params: PathParams): FakeResponse {
  const read = readBody(request, { config: 'object' })
  if ('rejected' in read) return read.rejected
  const { server: name = '' } = params
  const status = read.body.config['disabled'] === true ? 'disabled' : 'connected'
  if (!server.core.mcpServers.has(name)) server.core.mcpServers.set('status', name, status)
  return done()
}

function withServer(change: (server: V2Server, name: string) => void): Route<V2Server>['answer'] {
  return atLocation((server, _directory, _request, { server: name = '' }) => {
    if (!server.core.mcpServers.has(name)) return notFound('McpServer', name)
    change(server, name)
    return done()
  })
}
