import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import type { Message } from '../../../wire/message.ts'
import type { Part } from '../../../wire/part.ts'
import { badRequest, notFound, taggedBadRequest } from '../errors.ts'
import { queryNumber } from '../query-number.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** The messages of a session, oldest first, in pages on request (facts/opencode-1x.md section 10). */
export const messageRoutes: readonly Route<V1Server>[] = [
  { method: 'GET', path: '/session/:sessionID/message', answer: withSession(listMessages) },
  { method: 'GET', path: '/session/:sessionID/message/:messageID', answer: withSession(getMessage) },
]

function listMessages(_server: V1Server, session: Session, { url }: FakeRequest): FakeResponse {
  const limit = queryNumber(url.searchParams, 'limit')
  if ('rejected' in limit) return limit.rejected
  const cursor = url.searchParams.get('before')
  const before = cursor === null ? undefined : readCursor(cursor)
  // A cursor that is none, or without the size of its page, must not look like the first page again.
  if (cursor !== null && (before === undefined || !limit.value)) return taggedBadRequest()
  if (!limit.value) return listed(session.messages)
  const end =
    before === undefined ? session.messages.length : session.messages.findIndex(({ info }) => info.id === before)
  const start = Math.max(0, end - limit.value)
  const page = session.messages.slice(start, Math.max(0, end))
  const oldest = page[0]
  if (!oldest || start === 0) return listed(page)
  const next = toCursor(oldest)
  const link = `<${url.origin}${url.pathname}?limit=${limit.value}&before=${next}>; rel="next"`
  const headers = { 'access-control-expose-headers': 'Link, X-Next-Cursor', link, 'x-next-cursor': next }
  return listed(page, headers)
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
  return message ? jsonResponse(toStored(message)) : notFound('Message', messageID)
}

const toCursor = ({ info }: Message): string =>
  Buffer.from(JSON.stringify({ id: info.id, time: info.time.created })).toString('base64url')

/** The message a cursor names: it ends the page, exclusive. */
const readCursor = (cursor: string): string | undefined =>
  /"id":"([^"]*)"/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]

/**
 * The answer of a list. One with a prompt that asked for a format is refused: the real server cannot read back what it stored
 * (captures/1.18.33/15j-structured-output.json made no list; seen on a real server).
 */
function listed(messages: readonly Message[], headers: Readonly<Record<string, string>> = {}): FakeResponse {
  const at = messages.findIndex(({ info }) => info.role === 'user' && info.format !== undefined)
  const info = messages[at]?.info
  if (info?.role !== 'user') return jsonResponse(messages.map(toStored), { headers })
  const message = `Expected OutputFormatJsonSchema, got ${JSON.stringify(info.format)}\n  at [${at}]["info"]["format"]`
  return badRequest(message, 'Body')
}

/** A call that failed is stored without its raw arguments (captures/1.18.33/08g-destroyed-mid-tool-args.json). */
const toStored = ({ info, parts }: Message): Message => ({ info, parts: parts.map(withoutRaw) })

function withoutRaw(part: Part): Part {
  if (part.type !== 'tool' || part.state.status !== 'error') return part
  const { raw: _raw, ...state } = part.state
  return { ...part, state }
}
