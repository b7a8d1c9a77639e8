import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import type { FlatPermissionRequest } from '../../flat/permission-desk.ts'
import { notFound } from '../errors.ts'
import { atLocation, done, located } from '../located.ts'
import { idFault } from '../../id-fault.ts'
import { toPermission } from '../permission-request.ts'
import { readBody, reject } from '../read-body.ts'
import type { V2Server } from '../v2-server.ts'
import type { V2Session } from '../v2-session.ts'
import { withSession } from '../with-session.ts'

/** What tools ask leave for, and what clients let the server ask. Asks are in memory: a stream never repeats them. */
export const permissionRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/permission/request',
    answer: atLocation(({ machine: { permissions }, all }, directory) => {
      const here = permissions.all.filter(({ sessionID }) => all.get(sessionID)?.directory === directory)
      return located(directory, here.map(toPermission))
    }),
  },
  {
    method: 'GET',
    path: '/api/permission/saved',
    answer: (server, { url }) => {
      const projectID = url.searchParams.get('projectID')
      return jsonResponse({
        data: server.saved.all.filter((saved) => projectID === null || saved.projectID === projectID),
      })
    },
  },
  {
    method: 'DELETE',
    path: '/api/permission/saved/:id',
    answer: (server, _request, { id = '' }) => {
      const saved = server.saved.remove(id)
      if (!saved) return notFound('Permission', id)
      server.machine.permissions.forget(saved.action, saved.resource)
      return done()
    },
  },
  {
    method: 'GET',
    path: '/api/session/:sessionID/permission',
    answer: withSession((server, session) => jsonResponse({ data: pendingOf(server, session).map(toPermission) })),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/permission',
    answer: withSession((server, session, request) => {
      const read = readBody(request, { action: 'string', resources: 'array' }, { id: 'string', save: 'array' })
      if ('rejected' in read) return read.rejected
      const { action, resources, save, id } = read.body
      if (!isTexts(resources)) return reject('Expected string\n  at ["resources"]').rejected
      const fault = id === undefined ? undefined : idFault('id', id, 'per')
      if (fault !== undefined) return reject(fault).rejected
      const ask = { action, resources, ...(isTexts(save) && { save }), ...(id !== undefined && { id }) }
      return jsonResponse({ data: server.filePermission(session, ask) })
    }),
  },
  {
    method: 'GET',
    path: '/api/session/:sessionID/permission/:requestID',
    answer: withSession((server, session, _request, { requestID = '' }) => {
      const found = pendingOf(server, session).find(({ id }) => id === requestID)
      return found ? jsonResponse({ data: toPermission(found) }) : notFound('Permission', requestID)
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/permission/:requestID/reply',
    answer: withSession((server, session, request, { requestID = '' }) => {
      const read = readBody(request, { decision: ['once', 'always', 'reject'] }, { message: 'string' })
      if ('rejected' in read) return read.rejected
      if (!pendingOf(server, session).some(({ id }) => id === requestID)) return notFound('Permission', requestID)
      const { decision, message } = read.body
      server.replyPermission(session, requestID, { reply: decision, message })
      return done()
    }),
  },
]

const pendingOf = ({ machine: { permissions } }: V2Server, { id }: V2Session): readonly FlatPermissionRequest[] =>
  permissions.all.filter(({ sessionID }) => sessionID === id)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
