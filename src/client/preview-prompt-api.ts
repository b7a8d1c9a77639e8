import { HttpCallError } from '../errors.ts'
import { pause } from '../http/real-timers.ts'
import { isRecord } from '../model/checks.ts'
import { decodeEvents } from '../wire/decode-events.ts'
import { readChange } from '../wire/read-change.ts'
import { readEnvelope } from '../wire/read-envelope.ts'
import { type HttpCaller, httpCaller } from './http-caller.ts'
import type { PromptApi } from './prompt-api.ts'
import { readSession } from './read-session.ts'
import { ShownEvents } from './shown-events.ts'

/** ms between two looks at what works: nothing tells when a run of the preview is over (facts/opencode-1x-preview-api.md section 2). */
const INTERVAL = 20

/** The most messages that a page has. */
const PAGE = 200

/** The calls of a prompt over plain HTTP to the preview API of the server at `baseUrl`. */
export function previewPromptApi(baseUrl: string, fetch: typeof globalThis.fetch): PromptApi {
  const call = httpCaller(baseUrl, fetch)
  const get = async (path: string, query = ''): Promise<Readonly<Record<string, unknown>>> =>
    readRecord(await (await call('GET', path, { query })).json())
  const shown = new ShownEvents()
  return {
    endsWithPrompt: true,
    createSession: async () => {
      const answer: unknown = await (await call('POST', '/api/session', { body: {} })).json()
      return readSession(readRecord(answer)['data'])
    },
    getSession: async (id) => readSession((await get(`/api/session/${id}`))['data']),
    async events(_session, signal) {
      const { body } = await call('GET', '/api/event', { signal })
      if (!body) throw new HttpCallError(`GET ${baseUrl}/api/event`, { status: 200, body: null })
      return shown.noting(decodeEvents(body))
    },
    async prompt({ id }, { text, agent, model }, signal) {
      const path = `/api/session/${id}`
      // A prompt names neither: they are the session's.
      if (agent !== undefined) await call('POST', `${path}/agent`, { body: { agent }, signal })
      if (model) {
        const chosen = { id: model.modelID, providerID: model.providerID }
        await call('POST', `${path}/model`, { body: { model: chosen }, signal })
      }
      const answer: unknown = await (
        await call('POST', `${path}/prompt`, { body: { prompt: { text } }, signal })
      ).json()
      const promptID = readRecord(readRecord(answer)['data'])['id']
      await untilIdle(call, { id, promptID, shown, signal })
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

interface Waiting {
  readonly id: string
  readonly promptID: unknown
  readonly shown: ShownEvents
  readonly signal: AbortSignal
}

/**
 * Resolves when the prompt was taken up, nothing works on its session any more, and the stream has shown all that is kept of it, or is
 * over.
 */
async function untilIdle(call: HttpCaller, { id, promptID, shown, signal }: Waiting): Promise<void> {
  for (; ; await pause(INTERVAL)) {
    signal.throwIfAborted()
    const active: unknown = await (await call('GET', '/api/session/active', { signal })).json()
    if (id in readRecord(readRecord(active)['data'])) continue
    const history: unknown = await (await call('GET', `/api/session/${id}/history`, { signal })).json()
    const kept = readRecord(history)['data']
    const events: readonly unknown[] = Array.isArray(kept) ? kept : []
    if (events.some((event) => takesUp(event, promptID)) && shown.has(id, readEnvelope(events.at(-1))?.seq ?? 0)) return
  }
}

function takesUp(event: unknown, promptID: unknown): boolean {
  const change = readChange(event)
  return change?.kind === 'edit' && change.role === 'user' && change.messageID === promptID
}

function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value
  throw new HttpCallError('the call', { status: 200, body: value })
}
