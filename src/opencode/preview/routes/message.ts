import type { FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import type { FlatMessage } from '../../../wire/flat/flat-message.ts'
import { type Cursor, decodeCursor, encodeCursor, pageOf } from '../../flat/page.ts'
import { idFault } from '../../id-fault.ts'
import { invalidCursor, invalidRequest, messageNotFound } from '../../flat/http-errors.ts'
import type { PreviewServer } from '../preview-server.ts'
import { queryInteger, queryOrder, refusalOf } from '../../flat/read-query.ts'
import { type SessionRequest, withSession } from '../with-session.ts'

const LIMIT = 50

/** The messages of a session (facts/opencode-1x-preview-api.md section 1). */
export const messageRoutes: readonly Route<PreviewServer>[] = [
  { method: 'GET', path: '/api/session/:sessionID/message', answer: withSession(list) },
  { method: 'GET', path: '/api/session/:sessionID/message/:messageID', answer: withSession(get) },
  {
    method: 'GET',
    path: '/api/session/:sessionID/context',
    answer: withSession(({ flat }) => jsonResponse({ data: flat.messages })),
  },
]

function list({ flat, request: { url } }: SessionRequest): FakeResponse {
  const query = url.searchParams
  const limit = queryInteger(query, 'limit', { min: 1, max: 200 })
  const order = queryOrder(query)
  if ('rejected' in limit || 'rejected' in order) return refusalOf(limit, order) ?? invalidCursor()
  const text = query.get('cursor')
  if (text !== null && order.value !== undefined) return invalidCursor('Cursor cannot be combined with order')
  const cursor = text === null ? undefined : readCursor(text)
  if (text !== null && !cursor) return invalidCursor()
  const page = pageOf(flat.messages, { limit: limit.value ?? LIMIT, order: order.value ?? 'desc', cursor })
  const toCursor = (message: FlatMessage | undefined, direction: Cursor['direction']): string | null =>
    message ? encodeCursor({ id: message.id, order: page.order, direction }) : null
  return jsonResponse({
    data: page.items,
    cursor: { previous: toCursor(page.first, 'previous'), next: toCursor(page.last, 'next') },
  })
}

function readCursor(text: string): Cursor | undefined {
  const { id, order, direction } = decodeCursor(text) ?? {}
  if (typeof id !== 'string' || (order !== 'asc' && order !== 'desc')) return undefined
  return direction === 'previous' || direction === 'next' ? { id, order, direction } : undefined
}

function get({ flat, params: { messageID = '' } }: SessionRequest): FakeResponse {
  const fault = idFault('messageID', messageID, 'msg_')
  if (fault !== undefined) return invalidRequest(fault, 'Params')
  const message = flat.message(messageID)
  return message ? jsonResponse({ data: message }) : messageNotFound(flat.id, messageID)
}
