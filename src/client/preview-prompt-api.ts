import { HttpCallError } from '../errors.ts'
import { pause } from '../http/real-timers.ts'
import { decodeEvents } from '../wire/decode-events.ts'
import { readChange } from '../wire/read-change.ts'
import { readEnvelope } from '../wire/read-envelope.ts'
import { flatCalls, readRecord } from './flat-calls.ts'
import { type HttpCaller, httpCaller } from './http-caller.ts'
import type { PromptApi } from './prompt-api.ts'
import { ShownEvents } from './shown-events.ts'

/** ms between two looks at what works: nothing tells when a run of the preview is over (facts/opencode-1x-preview-api.md section 2). */
const INTERVAL = 20

/** The calls of a prompt over plain HTTP to the preview API of the server at `baseUrl`. */
export function previewPromptApi(baseUrl: string, fetch: typeof globalThis.fetch): PromptApi {
  const call = httpCaller(baseUrl, fetch)
  const calls = flatCalls(call)
  const shown = new ShownEvents()
  return {
    endsWithPrompt: true,
    ...calls,
    async events(_session, signal) {
      const { body } = await call('GET', '/api/event', { signal })
      if (!body) throw new HttpCallError(`GET ${baseUrl}/api/event`, { status: 200, body: null })
      return shown.noting(decodeEvents(body))
    },
    async prompt({ id }, input, signal) {
      await calls.choose(id, input, signal)
      const body = { prompt: { text: input.text } }
      const answer: unknown = await (await call('POST', `/api/session/${id}/prompt`, { body, signal })).json()
      const promptID = readRecord(readRecord(answer)['data'])['id']
      await untilIdle(call, { id, promptID, shown, signal })
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
