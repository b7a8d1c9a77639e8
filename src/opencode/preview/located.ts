import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import { jsonResponse } from '../../http/json-response.ts'
import type { PreviewServer } from './preview-server.ts'

/** Where a request is: its directory, and the project of that. */
export function locationOf(server: PreviewServer, request: FakeRequest): object {
  const directory = server.directoryOf(request)
  const { id, worktree } = server.v1.projectOf(directory)
  return { directory, project: { id, directory: worktree } }
}

/** An answer about a directory. */
export const located = (server: PreviewServer, request: FakeRequest, data: unknown): FakeResponse =>
  jsonResponse({ location: locationOf(server, request), data })
