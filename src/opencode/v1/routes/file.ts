import type { FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { missingQuery } from '../missing-query.ts'
import type { V1Server } from '../v1-server.ts'

/**
 * Files and searches. The fake never reads the disk: to a client the project is an empty directory. A file that does not exist has an
 * empty content, as the document knows no other answer.
 */
export const fileRoutes: readonly Route<V1Server>[] = [
  plain('/file', [], 'path'),
  plain('/file/content', { type: 'text', content: '' }, 'path'),
  plain('/file/status', []),
  plain('/find', [], 'pattern'),
  plain('/find/file', [], 'query'),
  plain('/find/symbol', [], 'query'),
]

function plain(path: string, body: unknown, ...needed: readonly string[]): Route<V1Server> {
  const answer = (_server: V1Server, { url }: { readonly url: URL }): FakeResponse =>
    missingQuery(url.searchParams, ...needed)?.rejected ?? jsonResponse(body)
  return { method: 'GET', path, answer }
}
