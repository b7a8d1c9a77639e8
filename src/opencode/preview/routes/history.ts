import type { BodyChunk, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { sseFrame } from '../../../http/sse-frame.ts'
import type { DurableRow } from '../../durable-events.ts'
import { eventStream } from '../../event-stream.ts'
import { fromRow, PREVIEW_PREFIX, previewView, sessionView } from '../event-views.ts'
import type { PreviewServer } from '../preview-server.ts'
import { queryInteger, refusalOf } from '../../flat/read-query.ts'
import { noContent, type SessionRequest, withSession } from '../with-session.ts'

/** What happens, as it happens and as it is kept (facts/opencode-1x-preview-api.md section 1). */
export const historyRoutes: readonly Route<PreviewServer>[] = [
  { method: 'GET', path: '/api/event', answer: ({ core }) => eventStream(core.events.open(previewView)) },
  { method: 'GET', path: '/api/session/:sessionID/history', answer: withSession(history) },
  { method: 'GET', path: '/api/session/:sessionID/event', answer: withSession(follow) },
]

function history({ server, flat, request: { url } }: SessionRequest): FakeResponse {
  const limit = queryInteger(url.searchParams, 'limit', { above: 0 })
  const after = queryInteger(url.searchParams, 'after', { min: 0 })
  if ('rejected' in limit || 'rejected' in after) return refusalOf(limit, after) ?? noContent
  const rows = rowsAfter(server, flat.id, after.value ?? 0)
  const shown = rows.slice(0, limit.value)
  return jsonResponse({ data: shown.map(fromRow), hasMore: shown.length < rows.length })
}

/**
 * Everything that is kept, then what comes. There are no headers before the first event: a client's `fetch()` does not resolve
 * (captures/1.18.33-api/14-framing.json).
 */
async function follow({ server, flat, request }: SessionRequest): Promise<FakeResponse> {
  const after = queryInteger(request.url.searchParams, 'after', { min: 0 })
  if ('rejected' in after) return after.rejected
  const rows = rowsAfter(server, flat.id, after.value ?? 0)
  const past = rows.map((row) => sseFrame(fromRow(row)))
  const body = await new Promise<AsyncIterable<BodyChunk>>((resolve) => {
    const begin = (): void => resolve(opened)
    const view = sessionView(flat.id, rows.at(-1)?.seq ?? after.value ?? 0, begin)
    const opened = server.core.events.open(view, { past, onEnd: begin })
    if (past.length > 0) begin()
    // A client that leaves before it was answered.
    else request.signal.addEventListener('abort', () => void leave(opened), { once: true })
  })
  return { headers: { 'content-type': 'text/event-stream' }, body }
}

const leave = (body: AsyncIterable<BodyChunk>): Promise<unknown> | undefined => body[Symbol.asyncIterator]().return?.()

function rowsAfter({ core }: PreviewServer, sessionID: string, after: number): readonly DurableRow[] {
  return core.events.durable.of(sessionID).filter(({ seq, type }) => seq > after && type.startsWith(PREVIEW_PREFIX))
}
