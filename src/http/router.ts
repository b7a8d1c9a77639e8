import type { FakeRequest, FakeResponse } from './fake-handler.ts'

/** The named parts of a matched path, decoded. */
export type PathParams = Readonly<Record<string, string>>

/** One endpoint of a fake server. `path` may name parts: `/session/:sessionID/message`; a last `*` is all that follows. */
export interface Route<Server> {
  readonly method: string
  readonly path: string
  readonly answer: (server: Server, request: FakeRequest, params: PathParams) => FakeResponse | Promise<FakeResponse>
}

/** The route that serves `method` on `pathname`, with the path's named parts; undefined when there is none. */
export function findRoute<Server>(
  routes: readonly Route<Server>[],
  method: string,
  pathname: string,
): { route: Route<Server>; params: PathParams } | undefined {
  const given = pathname.split('/')
  for (const route of routes) {
    const params = route.method === method ? matchPath(route.path.split('/'), given) : undefined
    if (params) return { route, params }
  }
  return undefined
}

function matchPath(pattern: readonly string[], given: readonly string[]): PathParams | undefined {
  if (pattern.at(-1) === '*') {
    const fixed = pattern.length - 1
    const params = given.length > fixed ? matchPath(pattern.slice(0, fixed), given.slice(0, fixed)) : undefined
    return params && { ...params, '*': given.slice(fixed).map(decodePart).join('/') }
  }
  if (pattern.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodePart(value)
    else if (part !== value) return undefined
  }
  return params
}

/** A path part as the server reads it; a broken escape is taken as it stands, as it can name nothing anyway. */
function decodePart(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
