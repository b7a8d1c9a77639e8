import { basename, relative, resolve } from 'node:path/posix'
import type { FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { missingQuery } from '../missing-query.ts'
import type { V1Server } from '../v1-server.ts'

/**
 * Files and searches, over the files of the fake's project: it never reads the disk. A file that does not exist has an empty content,
 * as the document knows no other answer. Text and symbols are not searched for.
 */
export const fileRoutes: readonly Route<V1Server>[] = [
  found('/file', 'path', listFiles),
  found('/file/content', 'path', (server, directory, path) => ({
    type: 'text',
    content: (server.files.get(resolve(directory, path)) ?? '').replace(/\n$/, ''),
  })),
  { method: 'GET', path: '/file/status', answer: () => jsonResponse([]) },
  found('/find', 'pattern', () => []),
  found('/find/file', 'query', (server, directory, query) =>
    server.files.below(directory).filter((path) => path.toLowerCase().includes(query.toLowerCase())),
  ),
  found('/find/symbol', 'query', () => []),
]

/** A route whose answer is about one thing that the query names. */
function found(
  path: string,
  name: string,
  answer: (server: V1Server, directory: string, value: string) => unknown,
): Route<V1Server> {
  return {
    method: 'GET',
    path,
    answer: (server, request): FakeResponse =>
      missingQuery(request.url.searchParams, name)?.rejected ??
      jsonResponse(answer(server, server.directoryOf(request), request.url.searchParams.get(name) ?? '')),
  }
}

function listFiles(server: V1Server, directory: string, path: string): readonly object[] {
  const listed = resolve(directory, path)
  return server.files.list(listed).map((name) => {
    const absolute = resolve(listed, name)
    const shown = relative(directory, absolute)
    const type = name.endsWith('/') ? 'directory' : 'file'
    return { name: basename(absolute), path: type === 'file' ? shown : `${shown}/`, absolute, type, ignored: false }
  })
}
