import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import type { Route } from '../../../http/router.ts'
import { sseFrame } from '../../../http/sse-frame.ts'
import { eventStream } from '../../event-stream.ts'
import { invalidRequest } from '../../flat/http-errors.ts'
import { logView, v2View } from '../event-views.ts'
import type { V2Server } from '../v2-server.ts'
import type { V2Session } from '../v2-session.ts'
import { withSession } from '../with-session.ts'

/** The streams of events (facts/opencode-2x.md section 1.5). */
export const eventRoutes: readonly Route<V2Server>[] = [
  { method: 'GET', path: '/api/event', answer: ({ core }) => eventStream(core.events.open(v2View)) },
  { method: 'GET', path: '/api/experimental/session/:sessionID/log', answer: withSession(log) },
]

/** The durable events behind `after`, then the mark that they are all there; with `follow` what comes live. */
function log({ core }: V2Server, { id, log: kept }: V2Session, { url }: FakeRequest): FakeResponse {
  const given = url.searchParams.get('after')
  const after = given === null || given === '' ? -1 : Number(given)
  if (!Number.isInteger(after)) {
    return invalidRequest(`Expected an integer, got ${JSON.stringify(given)}\n  at ["after"]`, 'Query')
  }
  const last = kept.length - 1
  const synced = { type: 'log.synced', aggregateID: id, ...(last >= 0 && { seq: last }) }
  const past = [...kept.slice(after + 1), synced].map(sseFrame)
  if (url.searchParams.get('follow') !== 'true') return eventStream(inOrder(past))
  return eventStream(core.events.open(logView(id, Math.max(after, last)), { past }))
}

async function* inOrder(frames: readonly string[]): AsyncGenerator<string, void, undefined> {
  yield* frames
}
