import { stringify } from 'node:querystring'
import type { Dispatcher } from 'undici'
import { createFakeRequest } from '../http/create-fake-request.ts'
import type { FakeRequest } from '../http/fake-handler.ts'
import { readHeaders } from './read-headers.ts'
import { readRequestBody } from './read-request-body.ts'

/** A dispatch as the plain request a fake takes, its body read to the end. */
export async function readFakeRequest(
  options: Dispatcher.DispatchOptions,
  { origin, signal }: { origin: string; signal: AbortSignal },
): Promise<FakeRequest> {
  const headers = readHeaders(options.headers)
  const body = await readRequestBody(options.body, { contentType: headers['content-type'], signal })
  // undici's client adds it to the wire when the caller set none.
  if (body.contentType !== undefined) headers['content-type'] ??= body.contentType
  return createFakeRequest({
    method: options.method,
    url: requestUrl(options, origin),
    headers,
    body: body.bytes,
    signal,
  })
}

/** Where a dispatch goes. Not `new URL(path, origin)`: that takes the start of `//a` for another host. */
export function requestUrl({ path, query }: Dispatcher.DispatchOptions, origin: string): URL {
  const search = query ? `?${stringify(query)}` : ''
  return new URL(path.startsWith('/') ? `${origin}${path}${search}` : `${path}${search}`)
}
