import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import { badRequest } from '../errors.ts'
import { idFault } from '../../id-fault.ts'
import type { Rejection } from '../../rejection.ts'
import type { PermissionReply } from '../permission-desk.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

const REPLIES = ['once', 'always', 'reject'] as const

/** Permissions that wait for a person, and the two routes that answer them (facts/opencode-1x.md section 8). */
export const permissionRoutes: readonly Route<V1Server>[] = [
  { method: 'GET', path: '/permission', answer: ({ permissions }) => jsonResponse(permissions.all) },
  {
    method: 'POST',
    path: '/permission/:requestID/reply',
    answer: (server, request, { requestID = '' }: PathParams) => answer(server, request, requestID, 'reply'),
  },
  {
    method: 'POST',
    path: '/session/:sessionID/permissions/:permissionID',
    answer: withSession((server, _session, request, { permissionID = '' }) =>
      answer(server, request, permissionID, 'response'),
    ),
  },
]

function answer(server: V1Server, request: FakeRequest, id: string, key: 'reply' | 'response'): FakeResponse {
  const wrong = idFault(key === 'reply' ? 'requestID' : 'permissionID', id, 'per')
  if (wrong) return badRequest(wrong, 'Params')
  const reply = readReply(server, request, key)
  if ('rejected' in reply) return reply.rejected
  if (server.permissions.reply(id, reply)) return jsonResponse(true)
  const message = `Permission request not found: ${id}`
  return jsonResponse({ _tag: 'PermissionNotFoundError', requestID: id, message }, { status: 404 })
}

function readReply(server: V1Server, request: FakeRequest, key: 'reply' | 'response'): PermissionReply | Rejection {
  const read =
    key === 'reply'
      ? readBody(request, server.core.ids, { reply: REPLIES }, { message: 'string | null' })
      : readBody(request, server.core.ids, { response: REPLIES })
  if ('rejected' in read) return read
  if ('response' in read.body) return { reply: read.body.response }
  const { reply, message } = read.body
  return { reply, ...(typeof message === 'string' && { message }) }
}
