import type { FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { isRecord } from '../../../model/checks.ts'
import { fieldsFault } from '../../read-fields.ts'
import { idFault } from '../../id-fault.ts'
import { invalidRequest } from '../../flat/http-errors.ts'
import { requestNotFound } from '../errors.ts'
import { located } from '../located.ts'
import { readPreviewBody } from '../read-body.ts'
import type { PreviewServer } from '../preview-server.ts'
import { toPermission } from '../spell.ts'
import { noContent, type SessionRequest, withSession } from '../with-session.ts'

/** Permissions: what is asked, and the person's answers (facts/opencode-1x-preview-api.md section 3, scenario 08). */
export const permissionRoutes: readonly Route<PreviewServer>[] = [
  {
    method: 'GET',
    path: '/api/permission/request',
    answer: (server, request) => {
      const directory = server.directoryOf(request)
      const here = server.machine.permissions.all.filter(
        ({ sessionID }) => server.v1.sessions.get(sessionID)?.directory === directory,
      )
      return located(server, request, here.map(toPermission))
    },
  },
  // What was allowed for good is never in this list (captures/1.18.33-api/08b-permission-always.json).
  { method: 'GET', path: '/api/permission/saved', answer: () => jsonResponse({ data: [] }) },
  { method: 'DELETE', path: '/api/permission/saved/:id', answer: () => noContent },
  { method: 'POST', path: '/api/session/:sessionID/permission', answer: withSession(create) },
  {
    method: 'GET',
    path: '/api/session/:sessionID/permission',
    answer: withSession((asked) => jsonResponse({ data: pending(asked).map(toPermission) })),
  },
  { method: 'GET', path: '/api/session/:sessionID/permission/:requestID', answer: withSession(get) },
  { method: 'POST', path: '/api/session/:sessionID/permission/:requestID/reply', answer: withSession(reply) },
]

type Pending = ReturnType<typeof pending>

function pending({ server, flat }: SessionRequest): PreviewServer['machine']['permissions']['all'] {
  return server.machine.permissions.all.filter(({ sessionID }) => sessionID === flat.id)
}

/** The request that a path names, or the answer where there is none. */
function find(asked: SessionRequest): { readonly found: Pending[number] } | { readonly rejected: FakeResponse } {
  const { requestID = '' } = asked.params
  const fault = idFault('requestID', requestID, 'per')
  if (fault !== undefined) return { rejected: invalidRequest(fault, 'Params') }
  const found = pending(asked).find(({ id }) => id === requestID)
  return found ? { found } : { rejected: requestNotFound('Permission', requestID) }
}

function get(asked: SessionRequest): FakeResponse {
  const read = find(asked)
  return 'rejected' in read ? read.rejected : jsonResponse({ data: toPermission(read.found) })
}

function reply(asked: SessionRequest): FakeResponse {
  const { server, request } = asked
  const body = readPreviewBody(request, server.core.ids)
  if ('rejected' in body) return body.rejected
  const { reply: answer, message } = body.body
  if (answer === undefined) return invalidRequest('Missing key\n  at ["reply"]')
  if (answer !== 'once' && answer !== 'always' && answer !== 'reject') {
    return invalidRequest(`Expected PermissionV2.Reply, got ${JSON.stringify(answer)}\n  at ["reply"]`)
  }
  const fault = fieldsFault(body.body, {}, { message: 'string' })
  if (fault !== undefined) return invalidRequest(fault)
  const read = find(asked)
  if ('rejected' in read) return read.rejected
  server.machine.permissions.reply(read.found.id, {
    reply: answer,
    ...(typeof message === 'string' && { message }),
  })
  return noContent
}

/** A client's own request: it is told and listed where a person must be asked (captures/1.18.33-api/08e-permission-create-api.json). */
function create({ server, flat, request }: SessionRequest): FakeResponse {
  const read = readPreviewBody(request, server.core.ids)
  if ('rejected' in read) return read.rejected
  const fault = fieldsFault(
    read.body,
    { action: 'string', resources: 'array' },
    { save: 'array', metadata: 'object', agent: 'string', source: 'object' },
  )
  const { id, action, resources, save, metadata, source } = read.body
  const badID = id === undefined ? undefined : idFault('id', id, 'per')
  if (fault !== undefined || badID !== undefined) return invalidRequest(fault ?? badID ?? '')
  const { permissions } = server.machine
  const ask = {
    id: typeof id === 'string' ? id : permissions.newID(),
    action: String(action),
    resources: texts(resources),
    ...(Array.isArray(save) && { save: texts(save) }),
    ...(isRecord(metadata) && { metadata }),
    ...(isRecord(source) && { source: { messageID: String(source['messageID']), callID: String(source['callID']) } }),
  }
  const effect = permissions.effect(ask, server.machine.rulesOf(flat))
  if (effect === 'ask') permissions.file(flat, ask, server.v1.signal)
  return jsonResponse({ data: { id: ask.id, effect } })
}

const texts = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : [])
