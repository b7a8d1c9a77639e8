import type { FlatMessage } from '../../wire/flat/flat-message.ts'
import { invalidCursor } from '../flat/http-errors.ts'
import { type Cursor, decodeCursor, encodeCursor, pageOf } from '../flat/page.ts'
import type { Rejection } from '../rejection.ts'
import { queryInteger, queryOrder, queryWord } from '../flat/read-query.ts'

/** What `GET /api/session/{id}/message` answers. */
export interface MessagePage {
  readonly data: readonly FlatMessage[]
  readonly cursor: { readonly previous?: string; readonly next?: string }
}

/** The types that a list can be narrowed to: all but `idle` (facts/opencode-2x.md section 1.4). */
const TYPES = [
  'user',
  'assistant',
  'compaction',
  'synthetic',
  'system',
  'skill',
  'shell',
  'agent-switched',
  'model-switched',
  'location-switched',
] as const

/** The messages of a session that a query asks for, of `messages` from the oldest on. The newest come first unless it says otherwise. */
export function listMessages(messages: readonly FlatMessage[], query: URLSearchParams): MessagePage | Rejection {
  const limit = queryInteger(query, 'limit', { above: 0, max: 200 })
  if ('rejected' in limit) return limit
  const order = queryOrder(query)
  if ('rejected' in order) return order
  const type = queryWord(query, 'type', TYPES)
  if ('rejected' in type) return type
  const cursor = query.get('cursor')
  if (cursor !== null && order.value !== undefined)
    return { rejected: invalidCursor('Cursor cannot be combined with order') }
  const held = cursor === null ? undefined : readCursor(cursor)
  if (cursor !== null && !held) return { rejected: invalidCursor() }
  const found = type.value === undefined ? messages : messages.filter((message) => message.type === type.value)
  const page = pageOf(found, { limit: limit.value ?? 50, order: order.value ?? 'desc', cursor: held })
  const encode = ({ id }: FlatMessage, direction: string): string => encodeCursor({ id, order: page.order, direction })
  const { first, last } = page
  return {
    data: page.items,
    cursor: { ...(first && { previous: encode(first, 'previous') }), ...(last && { next: encode(last, 'next') }) },
  }
}

function readCursor(cursor: string): Cursor | undefined {
  const { id, order, direction } = decodeCursor(cursor) ?? {}
  const fits =
    typeof id === 'string' &&
    (order === 'asc' || order === 'desc') &&
    (direction === 'next' || direction === 'previous')
  return fits ? { id, order, direction } : undefined
}
