import { HttpCallError } from '../errors.ts'
import { decodeEvents } from '../wire/decode-events.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import { httpCaller } from './http-caller.ts'
import type { PromptApi } from './prompt-api.ts'
import { readSession } from './read-session.ts'

/** The calls of a prompt over plain HTTP to the v1 routes of the server at `baseUrl`. */
export function httpPromptApi(baseUrl: string, fetch: typeof globalThis.fetch): PromptApi {
  const call = httpCaller(baseUrl, fetch)
  const get = async (path: string, directory?: string): Promise<unknown> =>
    (await call('GET', path, within(directory))).json()
  return {
    createSession: async () => readSession(await (await call('POST', '/session', { body: {} })).json()),
    getSession: async (id) => readSession(await get(`/session/${id}`)),
    async events({ directory }, signal) {
      const { body } = await call('GET', '/event', { ...within(directory), signal })
      if (!body) throw new HttpCallError(`GET ${baseUrl}/event`, { status: 200, body: null })
      return decodeEvents(body)[Symbol.asyncIterator]()
    },
    async prompt({ id, directory }, { text, ...rest }, signal) {
      const body = { parts: [{ type: 'text', text }], ...rest }
      await (await call('POST', `/session/${id}/message`, { ...within(directory), body, signal })).arrayBuffer()
    },
    messages: ({ id, directory }: SessionInfo) => get(`/session/${id}/message`, directory),
  }
}

const within = (directory: string | undefined): { query?: string } =>
  directory === undefined ? {} : { query: `?directory=${encodeURIComponent(directory)}` }
