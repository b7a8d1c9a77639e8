import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { listProviders } from '../providers.ts'
import type { V1Server } from '../v1-server.ts'

/** What the server is and has: health, agents, MCP servers, providers (facts/opencode-1x.md section 10). */
export const configRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/global/health',
    answer: ({ core }) => jsonResponse({ healthy: true, version: core.settings.version }),
  },
  { method: 'GET', path: '/agent', answer: ({ core }) => jsonResponse(core.agents.poll()) },
  { method: 'GET', path: '/mcp', answer: ({ core }) => jsonResponse(core.mcpServers.poll()) },
  { method: 'GET', path: '/config/providers', answer: ({ core }) => jsonResponse(listProviders(core.settings.prices)) },
]
