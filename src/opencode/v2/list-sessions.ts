import { pickFields } from '../../wire/pick-fields.ts'
import type { SessionInfo } from '../../wire/session-info.ts'
import { invalidCursor } from '../flat/http-errors.ts'
import { type Cursor, decodeCursor, encodeCursor, pageOf } from '../flat/page.ts'
import type { Rejection } from '../rejection.ts'
import { queryInteger, queryOrder } from '../flat/read-query.ts'

/** What `GET /api/session` answers. */
export interface SessionPage {
  readonly data: readonly SessionInfo[]
  readonly cursor: { readonly previous?: string; readonly next?: string }
}

const FILTERS = ['order', 'search', 'parentID', 'directory', 'project', 'subpath']

/** The sessions that a query asks for; a cursor carries the filters it was made with (facts/opencode-2x.md section 1.4). */
export function listSessions(sessions: readonly SessionInfo[], query: URLSearchParams): SessionPage | Rejection {
  const limit = queryInteger(query, 'limit', { above: 0 })
  if ('rejected' in limit) return limit
  const cursor = query.get('cursor')
  const held = cursor === null ? undefined : decodeCursor(cursor)
  const anchor = readAnchor(held?.['anchor'])
  if (cursor !== null && !anchor) return { rejected: invalidCursor() }
  const filters = held ? new URLSearchParams(textsOf(held)) : query
  const order = queryOrder(filters)
  if ('rejected' in order) return order
  const found = sessions
    .filter((session) => isWanted(session, filters))
    .toSorted((one, other) => one.time.created - other.time.created || (one.id < other.id ? 1 : -1))
  const way = order.value ?? 'desc'
  const page = pageOf(found, { limit: limit.value ?? 50, order: way, cursor: anchor && { ...anchor, order: way } })
  const kept = textsOf(Object.fromEntries(FILTERS.map((name) => [name, filters.get(name)])))
  const encode = ({ id, time }: SessionInfo, direction: string): string =>
    encodeCursor({ ...kept, anchor: { id, time: time.created, direction } })
  const { first, last } = page
  return {
    data: page.items,
    cursor: { ...(first && { previous: encode(first, 'previous') }), ...(last && { next: encode(last, 'next') }) },
  }
}

function isWanted(session: SessionInfo, filters: URLSearchParams): boolean {
  const { title = '', parentID, projectID, location, subpath } = session
  const search = filters.get('search')?.toLowerCase()
  const wanted = filters.get('parentID')
  if (search !== undefined && !title.toLowerCase().includes(search)) return false
  // The text `null` asks for those without a parent.
  if (wanted !== null && (wanted === 'null' ? parentID !== undefined : parentID !== wanted)) return false
  return [
    ['directory', location?.directory],
    ['project', projectID],
    ['subpath', subpath],
  ].every(([name = '', value]) => filters.get(name) === null || filters.get(name) === value)
}

function readAnchor(value: unknown): Pick<Cursor, 'id' | 'direction'> | undefined {
  const { id, direction } = Object(value)
  const fits = typeof id === 'string' && (direction === 'next' || direction === 'previous')
  return fits ? { id, direction } : undefined
}

/** The fields that are texts. */
const textsOf = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pickFields(fields, FILTERS)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
