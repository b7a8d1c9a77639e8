import { randomBytes } from 'node:crypto'
import { HttpCallError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import { decodeEvents } from '../wire/decode-events.ts'
import { flatCalls } from './flat-calls.ts'
import { httpCaller } from './http-caller.ts'
import type { PromptApi } from './prompt-api.ts'
import { RunWatch } from './run-watch.ts'

/** The calls of a prompt over plain HTTP to the server of 2.x at `baseUrl`. */
export function v2PromptApi(baseUrl: string, fetch: typeof globalThis.fetch): PromptApi {
  const call = httpCaller(baseUrl, fetch)
  const calls = flatCalls(call)
  const watch = new RunWatch()
  let promptID: string | undefined
  return {
    ...calls,
    endsWithPrompt: true,
    async events(_session, signal) {
      const { body } = await call('GET', '/api/event', { signal })
      if (!body) throw new HttpCallError(`GET ${baseUrl}/api/event`, { status: 200, body: null })
      return watch.noting(decodeEvents(body))
    },
    async prompt({ id }, input, signal) {
      await calls.choose(id, input, signal)
      promptID = newMessageID()
      const ended = watch.ended(id, promptID)
      await call('POST', `/api/session/${id}/prompt`, { body: { id: promptID, text: input.text }, signal })
      // A stream that broke tells no end.
      if ((await ended) === 'lost') await call('POST', `/api/experimental/session/${id}/wait`, { signal })
    },
    async messages(session) {
      const messages = await calls.messages(session)
      // A run that failed before its prompt was taken up added nothing; what is there is of other runs.
      const isListed =
        Array.isArray(messages) && messages.some((message) => isRecord(message) && message['id'] === promptID)
      return isListed ? messages : []
    },
  }
}

/** An id as the official client mints it: it sorts by time (facts/opencode-2x.md section 5). */
function newMessageID(): string {
  const stamp = (Date.now() * 4096) % 2 ** 48
  return `msg_${stamp.toString(16).padStart(12, '0')}${randomBytes(7).toString('hex')}`
}
