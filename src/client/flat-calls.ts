import { HttpCallError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import type { HttpCaller } from './http-caller.ts'
import type { PromptApi, PromptInput } from './prompt-api.ts'
import { readSession } from './read-session.ts'

/** The most messages that a page has. */
const PAGE = 200

/** The calls that the preview API and 2.x have in common. */
export interface FlatCalls extends Pick<PromptApi, 'createSession' | 'getSession' | 'messages'> {
  /** Chooses the session's agent and model: a prompt names neither. */
  choose(sessionID: string, input: PromptInput, signal: AbortSignal): Promise<void>
}

/** These calls, made with `call`. */
export function flatCalls(call: HttpCaller): FlatCalls {
  const get = async (path: string, query = ''): Promise<Readonly<Record<string, unknown>>> =>
    readRecord(await (await call('GET', path, { query })).json())
  return {
    createSession: async () => {
      const answer: unknown = await (await call('POST', '/api/session', { body: {} })).json()
      return readSession(readRecord(answer)['data'])
    },
    getSession: async (id) => readSession((await get(`/api/session/${id}`))['data']),
    async choose(id, { agent, model }, signal) {
      const path = `/api/session/${id}`
      if (agent !== undefined) await call('POST', `${path}/agent`, { body: { agent }, signal })
      if (!model) return
      const chosen = { id: model.modelID, providerID: model.providerID }
      await call('POST', `${path}/model`, { body: { model: chosen }, signal })
    },
    async messages({ id }) {
      const messages: unknown[] = []
      let query = `?order=asc&limit=${PAGE}`
      for (;;) {
        const { data, cursor } = await get(`/api/session/${id}/message`, query)
        if (!Array.isArray(data) || data.length === 0) return messages
        messages.push(...data)
        query = `?limit=${PAGE}&cursor=${String(readRecord(cursor)['next'])}`
      }
    },
  }
}

/** An answer that is an object. Throws HttpCallError for any other. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value
  throw new HttpCallError('the call', { status: 200, body: value })
}
