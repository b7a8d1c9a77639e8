import { STATUS_CODES } from 'node:http'
import { createFakeRequest } from '../http/create-fake-request.ts'
import type { FakeHandler, FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import { sharedState } from '../shared-state.ts'
import { headerLines } from './header-lines.ts'
import { isBodiless } from './is-bodiless.ts'
import { iterateResponse } from './iterate-response.ts'
import { readRequestBody } from './read-request-body.ts'
import { responseStream } from './response-stream.ts'
import { untilAbort } from '../model/until-abort.ts'

/**
 * A `fetch` that a fake answers, with nothing installed and no dispatcher involved: the realm's own `Request` checks what it is called
 * with, and its `Response` carries the answer. It follows no redirects. What the handler throws rejects the promise, what its body
 * throws errors the stream, both unchanged; a relative URL or a GET with a body is fetch's own TypeError.
 */
export function toFetch(handler: FakeHandler): typeof globalThis.fetch {
  return async (input, init) => {
    const client = init?.signal === undefined && input instanceof Request ? input.signal : (init?.signal ?? undefined)
    // Without its signal: that is watched here, and a DOM library's would not pass for the realm's.
    const request = new Request(input, { ...init, signal: null })
    client?.throwIfAborted()
    const connection = new AbortController()
    const leave = (): void => connection.abort(client?.reason)
    client?.addEventListener('abort', leave, { once: true })
    const letGo = hold(input)
    const finish = (): void => {
      letGo()
      client?.removeEventListener('abort', leave)
    }
    try {
      const response = await untilAbort(answer(handler, request, connection.signal), connection.signal)
      return toResponse(response, { request, connection, finish })
    } catch (error) {
      finish()
      throw error
    }
  }
}

/**
 * Keeps a Request until its exchange is over: its signal follows the one it was made with only as long as somebody holds the Request,
 * and here no socket does. Without this a collected Request would lose the client's abort.
 */
function hold(input: unknown): () => void {
  const held = sharedState('requests-in-flight', () => new Set<{ input: unknown }>())
  const entry = { input }
  held.add(entry)
  return () => void held.delete(entry)
}

async function answer(handler: FakeHandler, request: Request, signal: AbortSignal): Promise<FakeResponse> {
  const fakeRequest = await toFakeRequest(request, signal)
  signal.throwIfAborted()
  const response = await handler(fakeRequest)
  // The client left while the fake was thinking: the body it made is let go all the same.
  if (signal.aborted) iterateResponse(response).release(signal.reason)
  return response
}

async function toFakeRequest(request: Request, signal: AbortSignal): Promise<FakeRequest> {
  const headers = Object.fromEntries(request.headers)
  const body = await readRequestBody(request.body, { contentType: undefined, signal }).catch((error: unknown) => {
    throw new TypeError('fetch failed', { cause: error })
  })
  return createFakeRequest({ method: request.method, url: serverUrl(request), headers, body: body.bytes, signal })
}

/** The URL as a server sees it: without the fragment. */
function serverUrl(request: Request): URL {
  const url = new URL(request.url)
  url.hash = ''
  return url
}

function toResponse(
  response: FakeResponse,
  { request, connection, finish }: { request: Request; connection: AbortController; finish: () => void },
): Response {
  const { status = 200 } = response
  const headers = headerLines(response.headers).map(([name, value]): [string, string] => [name, value])
  const init: ResponseInit = { status, statusText: STATUS_CODES[status] ?? 'unknown', headers }
  const body = iterateResponse(response)
  let answered: Response
  if (isBodiless(request.method, status)) {
    body.release()
    finish()
    answered = new Response(null, init)
  } else {
    const { signal } = connection
    const stream = responseStream(body, { signal, onCancel: (reason) => connection.abort(reason), onEnd: finish })
    answered = new Response(stream, init)
  }
  // A constructed Response has no URL; clients put it into their messages.
  Object.defineProperty(answered, 'url', { value: serverUrl(request).href })
  return answered
}
