import { join, relative } from 'node:path/posix'
import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import { unexpected } from '../../v1/errors.ts'
import { invalidRequest } from '../../flat/http-errors.ts'
import { located } from '../located.ts'
import { mimeOf } from '../../mime-of.ts'
import type { PreviewServer } from '../preview-server.ts'
import { queryInteger } from '../../flat/read-query.ts'

/** The files of the fake's project; it never reads the disk. What is not there is a 500 (seen on a real server). */
export const fsRoutes: readonly Route<PreviewServer>[] = [
  { method: 'GET', path: '/api/fs/read/*', answer: read },
  { method: 'GET', path: '/api/fs/list', answer: list },
  { method: 'GET', path: '/api/fs/find', answer: find },
]

function read(server: PreviewServer, request: FakeRequest, { '*': path = '' }: PathParams): FakeResponse {
  const text = server.v1.files.get(join(server.directoryOf(request), path))
  if (text === undefined) return unexpected(server.core.ids)
  return { headers: { 'content-type': mimeOf(path) }, body: text }
}

function list(server: PreviewServer, request: FakeRequest): FakeResponse {
  const directory = server.directoryOf(request)
  const path = request.url.searchParams.get('path') ?? ''
  const listed = join(directory, path)
  const names = server.v1.files.list(listed)
  if (path !== '' && names.length === 0) return unexpected(server.core.ids)
  return located(
    server,
    request,
    names.map((name) => toEntry(`${relative(directory, listed)}/${name}`.replace(/^\//, ''))),
  )
}

function find(server: PreviewServer, request: FakeRequest): FakeResponse {
  const query = request.url.searchParams
  const wanted = query.get('query')
  if (wanted === null) return invalidRequest('Missing key\n  at ["query"]', 'Query')
  const limit = queryInteger(query, 'limit', { above: 0 })
  if ('rejected' in limit) return limit.rejected
  const paths = server.v1.files.below(server.directoryOf(request))
  const found = paths.filter((path) => path.toLowerCase().includes(wanted.toLowerCase()))
  return located(server, request, query.get('type') === 'directory' ? [] : found.slice(0, limit.value).map(toEntry))
}

const toEntry = (path: string): object => ({ path, type: path.endsWith('/') ? 'directory' : 'file' })
