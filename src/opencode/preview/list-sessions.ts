import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import { jsonResponse } from '../../http/json-response.ts'
import { isRecord } from '../../model/checks.ts'
import { decodeCursor, encodeCursor, pageOf } from '../flat/page.ts'
import type { SessionState } from '../v1/session.ts'
import { invalidCursor } from '../flat/http-errors.ts'
import type { PreviewServer } from './preview-server.ts'
import { queryInteger, queryOrder, refusalOf } from '../flat/read-query.ts'
import { toPreviewSession } from './session-info.ts'

const LIMIT = 50

/** `GET /api/session`: a page of the sessions, the newest first; a cursor carries what the first query asked for. */
export function listPreviewSessions(server: PreviewServer, { url }: FakeRequest): FakeResponse {
  const query = url.searchParams
  const limit = queryInteger(query, 'limit', { above: 0 })
  const order = queryOrder(query)
  if ('rejected' in limit || 'rejected' in order) return refusalOf(limit, order) ?? invalidCursor()
  const text = query.get('cursor')
  const cursor = text === null ? {} : decodeCursor(text)
  const anchor = cursor && text !== null ? readAnchor(cursor['anchor']) : undefined
  if (!cursor || (text !== null && !anchor)) return invalidCursor()
  const asked = text === null ? filtersOf(query) : cursor
  const way = asked['order'] === 'asc' ? 'asc' : 'desc'
  const sessions = [...server.v1.sessions.values()]
    .map(({ info }) => info)
    .filter((info) => fits(info, asked))
    .toSorted((one, other) => one.time.created - other.time.created || (one.id < other.id ? 1 : -1))
  const at = anchor && ({ ...anchor, order: way } as const)
  const { items, first, last } = pageOf(sessions, { limit: limit.value ?? LIMIT, order: way, cursor: at })
  const { anchor: _, ...kept } = asked
  const toCursor = (info: SessionState | undefined, direction: string): string | null =>
    info ? encodeCursor({ ...kept, anchor: { id: info.id, time: info.time.created, direction } }) : null
  const ends = { previous: toCursor(first, 'previous'), next: toCursor(last, 'next') }
  return jsonResponse({ data: items.map(toPreviewSession), cursor: ends })
}

type Filters = Readonly<Record<string, unknown>>

function filtersOf(query: URLSearchParams): Filters {
  const given = ['order', 'search', 'directory', 'project', 'subpath'].map((name) => [name, query.get(name)] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== null))
}

function fits({ title = '', directory, projectID, path }: SessionState, asked: Filters): boolean {
  const { search, directory: within, project, subpath } = asked
  if (typeof search === 'string' && !title.toLowerCase().includes(search.toLowerCase())) return false
  if (typeof within === 'string' && directory !== within) return false
  if (typeof project === 'string' && projectID !== project) return false
  return typeof subpath !== 'string' || path === subpath
}

function readAnchor(anchor: unknown): { readonly id: string; readonly direction: 'previous' | 'next' } | undefined {
  if (!isRecord(anchor)) return undefined
  const { id, direction } = anchor
  if (typeof id !== 'string' || (direction !== 'previous' && direction !== 'next')) return undefined
  return { id, direction }
}
