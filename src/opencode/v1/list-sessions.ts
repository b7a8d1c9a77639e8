import type { SessionInfo } from '../../wire/session-info.ts'
import { queryNumber } from './query-number.ts'
import type { Rejection } from '../rejection.ts'
import type { V1Server } from './v1-server.ts'

/** The sessions a query asks for, the newest update first; `directory` undefined: those of all. `limit` counts what `keep` keeps. */
export function listSessions(
  server: V1Server,
  query: URLSearchParams,
  directory: string | undefined,
  keep: (info: SessionInfo) => boolean = () => true,
): { readonly sessions: readonly SessionInfo[] } | Rejection {
  const search = query.get('search')?.toLowerCase()
  const limit = queryNumber(query, 'limit')
  if ('rejected' in limit) return limit
  const start = queryNumber(query, 'start')
  if ('rejected' in start) return start
  const sessions = [...server.sessions.values()]
    .filter((session) => directory === undefined || session.directory === directory)
    .map(({ info }) => info)
    .filter(({ title = '' }) => search === undefined || title.toLowerCase().includes(search))
    .filter(({ parentID }) => query.get('roots') !== 'true' || parentID === undefined)
    .filter(({ time }) => start.value === undefined || time.updated >= start.value)
    .filter(keep)
    .toSorted((one, other) => other.time.updated - one.time.updated || (one.id < other.id ? -1 : 1))
  return { sessions: sessions.slice(0, limit.value) }
}
