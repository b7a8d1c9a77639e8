import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { missingQuery } from '../missing-query.ts'
import { projectInfo } from '../project-info.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'

/** The repository: a clean one on its default branch, whatever is applied; none outside the server's own directory. */
export const vcsRoutes: readonly Route<V1Server>[] = [
  {
    method: 'GET',
    path: '/vcs',
    answer: (server, request) =>
      jsonResponse(isGit(server, request) ? { branch: 'master', default_branch: 'master' } : {}),
  },
  { method: 'GET', path: '/vcs/status', answer: () => jsonResponse([]) },
  {
    method: 'GET',
    path: '/vcs/diff',
    answer: (_server, { url }) => missingQuery(url.searchParams, 'mode')?.rejected ?? jsonResponse([]),
  },
  {
    method: 'GET',
    path: '/vcs/diff/raw',
    answer: () => ({ headers: { 'content-type': 'text/x-diff; charset=utf-8' }, body: '' }),
  },
  { method: 'POST', path: '/vcs/apply', answer: apply },
]

const isGit = (server: V1Server, request: FakeRequest): boolean =>
  projectInfo(server, server.directoryOf(request)).vcs === 'git'

function apply(server: V1Server, request: FakeRequest): FakeResponse {
  const read = readBody(request, server.core.ids, { patch: 'string' })
  if ('rejected' in read) return read.rejected
  if (isGit(server, request)) return jsonResponse({ applied: true })
  const data = { message: 'Patch application requires a git repository', reason: 'non-git' }
  return jsonResponse({ name: 'VcsApplyError', data }, { status: 400 })
}
