import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { listSessions } from '../list-sessions.ts'
import { missingQuery } from '../missing-query.ts'
import { projectInfo } from '../project-info.ts'
import { queryNumber } from '../query-number.ts'
import type { V1Server } from '../v1-server.ts'

/** The tools of captures/1.18.33/13-gets.json. */
const TOOLS =
  'invalid question bash read glob grep edit write task webfetch todowrite websearch skill apply_patch'.split(' ')

/** What opencode calls experimental, as far as it is a plain answer; the rest stands in `not-served.ts`. */
export const experimentalRoutes: readonly Route<V1Server>[] = [
  plain('capabilities', { backgroundSubagents: false }),
  plain('console', { consoleManagedProviders: [], switchableOrgCount: 0 }),
  plain('console/orgs', { orgs: [] }),
  plain('tool/ids', TOOLS),
  { method: 'GET', path: '/experimental/tool', answer: listTools },
  plain('worktree', []),
  plain('resource', {}),
  plain('workspace', []),
  plain('workspace/adapter', []),
  plain('workspace/status', []),
  { method: 'GET', path: '/experimental/session', answer: listAllSessions },
]

function plain(name: string, body: unknown): Route<V1Server> {
  return { method: 'GET', path: `/experimental/${name}`, answer: () => jsonResponse(body) }
}

function listTools(_server: V1Server, { url }: FakeRequest): FakeResponse {
  const missing = missingQuery(url.searchParams, 'provider', 'model')
  if (missing) return missing.rejected
  const parameters = { type: 'object', properties: {} }
  return jsonResponse(TOOLS.map((id) => ({ id, description: `The tool ${id}.`, parameters })))
}

/** The sessions of all directories, each with its project; archived ones on request. */
function listAllSessions(server: V1Server, { url }: FakeRequest): FakeResponse {
  const cursor = queryNumber(url.searchParams, 'cursor')
  if ('rejected' in cursor) return cursor.rejected
  const listed = listSessions(server, url.searchParams, url.searchParams.get('directory') ?? undefined, ({ time }) => {
    const shown = time.archived === undefined || url.searchParams.get('archived') === 'true'
    return shown && (cursor.value === undefined || time.updated < cursor.value)
  })
  if ('rejected' in listed) return listed.rejected
  const sessions = listed.sessions.map((info) => {
    const { id, name, worktree } = projectInfo(server, info.directory ?? server.core.settings.directory)
    return Object.assign({}, info, { project: { id, ...(name !== undefined && { name }), worktree } })
  })
  return jsonResponse(sessions)
}
