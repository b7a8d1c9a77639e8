import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { messageNotFound } from '../../flat/http-errors.ts'
import { locationNotFound, notFound } from '../errors.ts'
import { listSessions } from '../list-sessions.ts'
import { done } from '../located.ts'
import { readBody, reject } from '../read-body.ts'
import { isModelRef, readSession } from '../session-body.ts'
import type { V2Server } from '../v2-server.ts'
import { withSession } from '../with-session.ts'

/** Sessions: making, reading, changing and removing them. */
export const sessionRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/session',
    answer: ({ all }, { url }) => {
      const page = listSessions(
        [...all.values()].map(({ info }) => info),
        url.searchParams,
      )
      return 'rejected' in page ? page.rejected : jsonResponse(page)
    },
  },
  { method: 'POST', path: '/api/session', answer: create },
  {
    method: 'GET',
    path: '/api/session/active',
    answer: ({ all }) => {
      const active = [...all.values()].filter(({ flat }) => flat.execution !== undefined)
      return jsonResponse({ data: Object.fromEntries(active.map(({ id }) => [id, { type: 'running' }])) })
    },
  },
  {
    method: 'GET',
    path: '/api/session/:sessionID',
    answer: withSession((_server, { info }) => jsonResponse({ data: info })),
  },
  {
    method: 'DELETE',
    path: '/api/session/:sessionID',
    answer: withSession((server, session) => {
      server.removeSession(session)
      return done()
    }),
  },
  {
    method: 'PATCH',
    path: '/api/session/:sessionID',
    answer: withSession((_server, session, request) => {
      const read = readBody(request, {}, { title: 'string', metadata: 'object', permissions: 'array' })
      if ('rejected' in read) return read.rejected
      const { title, metadata, permissions } = read.body
      if (title !== undefined) session.send('session.renamed', { title })
      if (metadata !== undefined) session.send('session.metadata.updated', { metadata })
      if (permissions !== undefined) session.send('session.permissions', { permissions })
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/fork',
    answer: withSession((server, session, request) => {
      const read = readBody(request, {}, { before: 'string' })
      if ('rejected' in read) return read.rejected
      const { before } = read.body
      if (before !== undefined && !session.flat.message(before)) return messageNotFound(session.id, before)
      return jsonResponse({ data: server.forkSession(session, before).info })
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/agent',
    answer: withSession((_server, session, request) => {
      const read = readBody(request, { agent: 'string' })
      if ('rejected' in read) return read.rejected
      session.send('session.agent.selected', { agent: read.body.agent })
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/model',
    answer: withSession((_server, session, request) => {
      const read = readBody(request, { model: 'object' })
      if ('rejected' in read) return read.rejected
      const { model } = read.body
      if (!isModelRef(model)) return reject('Missing key\n  at ["model"]["id"]').rejected
      session.send('session.model.selected', { model })
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/move',
    answer: withSession((server, session, request) => {
      const read = readBody(request, { directory: 'string' }, { delivery: ['steer', 'queue'] })
      if ('rejected' in read) return read.rejected
      const { directory } = read.body
      if (!directory.startsWith('/')) return locationNotFound(directory)
      session.send('session.moved', { location: { directory }, projectID: server.projectOf(directory).id })
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/view',
    answer: withSession((_server, session, request) => {
      const read = readBody(request, { idle: 'number' })
      if ('rejected' in read) return read.rejected
      session.send('session.viewed', { idle: read.body.idle })
      return done()
    }),
  },
  {
    method: 'PUT',
    path: '/api/session/:sessionID/environment',
    answer: withSession((_server, _session, request) => {
      const read = readBody(request, { variables: 'object' })
      return 'rejected' in read ? read.rejected : done()
    }),
  },
]

function create(server: V2Server, request: FakeRequest): FakeResponse {
  const read = readSession(request)
  if ('rejected' in read) return read.rejected
  const { id, parentID, directory, ...fields } = read
  const known = id === undefined ? undefined : server.all.get(id)
  if (known) return jsonResponse({ data: known.info })
  const parent = parentID === undefined ? undefined : server.all.get(parentID)
  if (parentID !== undefined && !parent) return notFound('Session', parentID)
  // A child is made where its parent is.
  const place = parent?.directory ?? directory ?? server.core.settings.directory
  if (!place.startsWith('/')) return locationNotFound(place)
  const session = server.createSession(place, { ...fields, ...(parentID !== undefined && { parentID }) }, id)
  return jsonResponse({ data: session.info })
}
