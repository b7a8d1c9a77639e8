import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import { jsonResponse } from '../../http/json-response.ts'
import type { PathParams, Route } from '../../http/router.ts'
import { locationNotFound } from './errors.ts'
import type { V2Server } from './v2-server.ts'

/** The directory a request is about: `location[directory]` of its query, else the server's own. */
function directoryOf({ core }: V2Server, { url }: FakeRequest): string {
  const given = url.searchParams.get('location[directory]')
  // The client sends a location that it does not know as the text `null` (facts/opencode-2x.md section 1.1).
  return given === null || given === '' || given === 'null' ? core.settings.directory : given
}

type LocatedAnswer = (
  server: V2Server,
  directory: string,
  request: FakeRequest,
  params: PathParams,
) => FakeResponse | Promise<FakeResponse>

/** The answer of a route that is about a directory: 404 for what can be none. */
export const atLocation =
  (answer: LocatedAnswer): Route<V2Server>['answer'] =>
  (server, request, params) => {
    const directory = directoryOf(server, request)
    return directory.startsWith('/') ? answer(server, directory, request, params) : locationNotFound(directory)
  }

/** A location-scoped read: what is there, beside the location (facts/opencode-2x.md section 1.1). */
export const located = (directory: string, data: unknown): FakeResponse =>
  jsonResponse({ location: { directory }, data })

/** 204: it is done, and there is nothing to tell. */
export const done = (): FakeResponse => ({ status: 204, headers: {}, body: null })
