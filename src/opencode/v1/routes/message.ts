import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import type { Message } from '../../../wire/message.ts'
import { badRequest, notFound } from '../errors.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** The messages of a session, oldest first, in pages on request (facts/opencode-1x.md section 10). */
export const messageRoutes: readonly Route<V1Server>[] = [
  { method: 'GET', path: '/session/:sessionID/message', answer: withSession(listMessages) },
  { method: 'GET', path: '/session/:sessionID/message/:messageID', answer: withSession(getMessage) },
]

function listMessages(_server: V1Server, session: Session, { url }: FakeRequest): FakeResponse {
  const limit = Number(url.searchParams.get('limit') ?? 0)
  if (!(limit > 0)) return jsonResponse(session.messages)
  const before = cursorID(url.searchParams.get('before'))
  const end =
    before === undefined ? session.messages.length : session.messages.findIndex(({ info }) => info.id === before)
  const page = session.messages.slice(Math.max(0, end - limit), Math.max(0, end))
  const oldest = page[0]
  if (!oldest || end - limit <= 0) return jsonResponse(page)
  const cursor = toCursor(oldest)
  const link = `<${url.origin}${url.pathname}?limit=${limit}&before=${cursor}>; rel="next"`
  const headers = { 'access-control-expose-headers': 'Link, X-Next-Cursor', link, 'x-next-cursor': cursor }
  return jsonResponse(page, { headers })
}

function getMessage(
  _server: V1Server,
  session: Session,
  _request: FakeRequest,
  { messageID = '' }: PathParams,
): FakeResponse {
  if (!messageID.startsWith('msg')) {
    return badRequest(
      `Expected a string starting with "msg", got ${JSON.stringify(messageID)}\n  at ["messageID"]`,
      'Params',
    )
  }
  const message = session.message(messageID)
  return message ? jsonResponse(message) : notFound('Message', messageID)
}

const toCursor = ({ info }: Message): string =>
  Buffer.from(JSON.stringify({ id: info.id, time: info.time.created })).toString('base64url')

/** The message a cursor names: it ends the page, exclusive. */
const cursorID = (cursor: string | null): string | undefined =>
  cursor === null ? undefined : /"id":"([^"]*)"/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
