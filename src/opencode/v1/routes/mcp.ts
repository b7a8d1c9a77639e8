import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'
import { ownValue } from '../../../model/own-value.ts'

/** The MCP servers. What a test set of one stands: a client can switch it off and on, and no more. */
export const mcpRoutes: readonly Route<V1Server>[] = [
  { method: 'GET', path: '/mcp', answer: ({ core }) => jsonResponse(core.mcpServers.poll()) },
  { method: 'POST', path: '/mcp', answer: addServer },
  {
    method: 'POST',
    path: '/mcp/:name/connect',
    answer: withServer(({ core }, name) => {
      if (ownValue(core.mcpServers.all, name)?.status === 'disabled') core.mcpServers.set('status', name, 'connected')
      return jsonResponse(true)
    }),
  },
  {
    method: 'POST',
    path: '/mcp/:name/disconnect',
    answer: withServer(({ core }, name) => {
      core.mcpServers.set('status', name, 'disabled')
      return jsonResponse(true)
    }),
  },
  {
    method: 'POST',
    path: '/mcp/:name/auth',
    answer: withServer((_server, name) =>
      jsonResponse({
        authorizationUrl: `https://login.invalid/${encodeURIComponent(name)}?state=fake`,
        oauthState: 'fake',
      }),
    ),
  },
  { method: 'DELETE', path: '/mcp/:name/auth', answer: withServer(() => jsonResponse({ success: true })) },
  {
    method: 'POST',
    path: '/mcp/:name/auth/callback',
    answer: withServer((server, name, request) => {
      const read = readBody(request, server.core.ids, { code: 'string' })
      return 'rejected' in read ? read.rejected : authenticate(server, name)
    }),
  },
  { method: 'POST', path: '/mcp/:name/auth/authenticate', answer: withServer(authenticate) },
]

function addServer({ core }: V1Server, request: FakeRequest): FakeResponse {
  const read = readBody(request, core.ids, { name: 'string', config: 'object' })
  if ('rejected' in read) return read.rejected
  const { name, config } = read.body
  if (!core.mcpServers.has(name)) {
    core.mcpServers.set('status', name, config['enabled'] === false ? 'disabled' : 'connected')
  }
  return jsonResponse(core.mcpServers.all)
}

/** Plain: any login succeeds. */
function authenticate({ core }: V1Server, name: string): FakeResponse {
  core.mcpServers.set('status', name, 'connected')
  return jsonResponse(ownValue(core.mcpServers.all, name))
}

function withServer(
  answer: (server: V1Server, name: string, request: FakeRequest) => FakeResponse,
): (server: V1Server, request: FakeRequest, params: PathParams) => FakeResponse {
  return (server, request, { name = '' }) => {
    if (server.core.mcpServers.has(name)) return answer(server, name, request)
    const message = `MCP server not found: ${name}`
    return jsonResponse({ _tag: 'McpServerNotFoundError', name, message }, { status: 404 })
  }
}
