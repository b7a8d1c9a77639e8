import { InvalidOptionError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import { callError, type CallServer, httpCall } from './http-call.ts'
import type { Target } from './read-target.ts'

/** Makes any call to a target; an SDK client by the one function that all of its methods use, with its headers and interceptors. */
export function toCallServer(target: Target): CallServer {
  if (!('client' in target)) return (call) => httpCall(target.baseUrl, target.fetch, call)
  const { client } = target
  // The v1 client calls it `_client`, the v2 client `client`.
  const inner: unknown = Reflect.get(client, 'client') ?? Reflect.get(client, '_client')
  const request: unknown = isRecord(inner) ? inner['request'] : undefined
  if (typeof request !== 'function') {
    const expected = "a client of @opencode-ai/sdk, with that package's own HTTP client in it"
    throw new InvalidOptionError({ path: 'attachHuman(target)', expected, received: client })
  }
  return async ({ method, path, body, signal }) => {
    const headers = { 'content-type': 'application/json' }
    const options = { method, url: path, signal, parseAs: 'stream', responseStyle: 'fields', throwOnError: false }
    const result: unknown = await Reflect.apply(request, inner, [
      { ...options, ...(body !== undefined && { body, headers }) },
    ])
    const { response, error } = isRecord(result) ? result : {}
    const answer = response instanceof Response ? response : undefined
    const isPage = answer?.headers.get('content-type')?.startsWith('text/html') === true
    if (answer?.ok && !isPage) return answer
    throw callError(`${method} ${path}`, answer?.status, isPage ? 'a web page' : error, error)
  }
}
