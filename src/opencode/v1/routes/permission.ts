import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import { badRequest } from '../errors.ts'
import { idFault, readJsonBody, reject, type Rejection } from '../json-body.ts'
import type { PermissionReply } from '../permission-desk.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

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
  const body = readJsonBody(request, server.core.ids)
  if ('rejected' in body) return body
  const { [key]: reply, message } = body.fields
  if (reply === undefined) return reject(`Missing key\n  at ["${key}"]`)
  if (reply !== 'once' && reply !== 'always' && reply !== 'reject') {
    return reject(`Expected "once" | "always" | "reject", got ${JSON.stringify(reply)}\n  at ["${key}"]`)
  }
  if (message === undefined || message === null) return { reply }
  if (typeof message === 'string') return { reply, message }
  return reject(`Expected string, got ${JSON.stringify(message)}\n  at ["message"]`)
}
