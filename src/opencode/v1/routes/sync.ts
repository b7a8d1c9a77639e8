import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { isRecord } from '../../../model/checks.ts'
import { badRequest } from '../errors.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'

/** The store of durable events (facts/opencode-1x.md section 12). Sync between servers is plain: there is no other server. */
export const syncRoutes: readonly Route<V1Server>[] = [
  { method: 'POST', path: '/sync/history', answer: history },
  { method: 'POST', path: '/sync/start', answer: () => jsonResponse(true) },
  { method: 'POST', path: '/sync/replay', answer: replay },
  {
    method: 'POST',
    path: '/sync/steal',
    answer: ({ core }, request) => {
      const read = readBody(request, core.ids, { sessionID: 'string' })
      return 'rejected' in read ? read.rejected : jsonResponse({ sessionID: read.body.sessionID })
    },
  },
]

/** The body says up to where the client has each session. */
function history({ core }: V1Server, request: FakeRequest): FakeResponse {
  const read = readBody(request, core.ids, {})
  if ('rejected' in read) return read.rejected
  const seen: Record<string, number> = {}
  for (const [sessionID, seq] of Object.entries(read.body)) {
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
      return badRequest(`Expected an integer >= 0, got ${JSON.stringify(seq)}\n  at ["${sessionID}"]`)
    }
    seen[sessionID] = seq
  }
  return jsonResponse(core.events.durable.after(seen))
}

/** Plain: the events are those of another server, and change nothing here. */
function replay({ core }: V1Server, request: FakeRequest): FakeResponse {
  const read = readBody(request, core.ids, { directory: 'string' })
  if ('rejected' in read) return read.rejected
  const events: unknown = Reflect.get(read.body, 'events')
  const first: unknown = Array.isArray(events) ? events[0] : undefined
  const sessionID = isRecord(first) ? first['aggregateID'] : undefined
  if (typeof sessionID !== 'string') return badRequest('Expected a list of events\n  at ["events"]')
  return jsonResponse({ sessionID })
}
