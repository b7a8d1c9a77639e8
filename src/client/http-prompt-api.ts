import { HttpCallError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import { decodeEvents } from '../wire/decode-events.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import type { PromptApi } from './prompt-api.ts'
import { readSession } from './read-session.ts'

/** The calls of a prompt over plain HTTP to the v1 routes of the server at `baseUrl`. */
export function httpPromptApi(baseUrl: string, fetch: typeof globalThis.fetch): PromptApi {
  const call = async (
    method: string,
    path: string,
    init: { directory?: string | undefined; body?: unknown; signal?: AbortSignal } = {},
  ): Promise<Response> => {
    const { directory, body, signal } = init
    const query = directory === undefined ? '' : `?directory=${encodeURIComponent(directory)}`
    const response = await fetch(`${baseUrl}${path}${query}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      ...(signal && { signal }),
    })
    if (response.ok && !response.headers.get('content-type')?.startsWith('text/html')) return response
    throw new HttpCallError(`${method} ${baseUrl}${path}`, { status: response.status, body: await readBody(response) })
  }
  const get = async (path: string, directory?: string): Promise<unknown> =>
    (await call('GET', path, { directory })).json()
  return {
    createSession: async () => readSession(await (await call('POST', '/session', { body: {} })).json()),
    getSession: async (id) => readSession(await get(`/session/${id}`)),
    async events({ directory }, signal) {
      const { body } = await call('GET', '/event', { directory, signal })
      if (!body) throw new HttpCallError(`GET ${baseUrl}/event`, { status: 200, body: null })
      return decodeEvents(body)[Symbol.asyncIterator]()
    },
    async prompt({ id, directory }, { text, ...rest }, signal) {
      const body = { parts: [{ type: 'text', text }], ...rest }
      await (await call('POST', `/session/${id}/message`, { directory, body, signal })).arrayBuffer()
    },
    messages: ({ id, directory }: SessionInfo) => get(`/session/${id}/message`, directory),
  }
}

/** An error's body: JSON where it is, the text where it is not. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) ? parsed : text
  } catch {
    return text
  }
}
