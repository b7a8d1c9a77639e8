import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { isRecord } from '../../../model/checks.ts'
import type { SessionModel } from '../../../wire/session-info.ts'
import { fieldsFault } from '../../read-fields.ts'
import { idFault } from '../../id-fault.ts'
import { invalidRequest } from '../../flat/http-errors.ts'
import { listPreviewSessions } from '../list-sessions.ts'
import type { PreviewServer } from '../preview-server.ts'
import { modelFault, readPreviewBody } from '../read-body.ts'
import { toPreviewSession } from '../session-info.ts'
import { noContent, type SessionRequest, withSession } from '../with-session.ts'

/** Sessions: what there are, what works, and whom and what they ask (facts/opencode-1x-preview-api.md section 2). */
export const sessionRoutes: readonly Route<PreviewServer>[] = [
  { method: 'GET', path: '/api/session', answer: listPreviewSessions },
  { method: 'POST', path: '/api/session', answer: create },
  { method: 'GET', path: '/api/session/active', answer: active },
  {
    method: 'GET',
    path: '/api/session/:sessionID',
    answer: withSession(({ session }) => jsonResponse({ data: toPreviewSession(session.info) })),
  },
  { method: 'POST', path: '/api/session/:sessionID/agent', answer: withSession(switchAgent) },
  { method: 'POST', path: '/api/session/:sessionID/model', answer: withSession(switchModel) },
]

/** Neither directory nor agent nor model is checked (captures/1.18.33-api/13-errors.json, 11e-unknown-agent.json). */
function create(server: PreviewServer, request: FakeRequest): FakeResponse {
  const read = readPreviewBody(request, server.core.ids)
  if ('rejected' in read) return read.rejected
  // null is as good as nothing.
  const given = Object.fromEntries(Object.entries(read.body).filter(([, value]) => value !== null))
  const { id, agent, model, location } = given
  const fault = createFault(given)
  if (fault !== undefined) return invalidRequest(fault)
  const known = typeof id === 'string' ? server.v1.sessions.get(id) : undefined
  if (known) return jsonResponse({ data: toPreviewSession(known.info) })
  const directory = isRecord(location) ? String(location['directory']) : server.core.settings.directory
  const session = server.v1.createSession(directory, {
    ...(typeof id === 'string' && { id }),
    ...(typeof agent === 'string' && { agent }),
    ...(isRecord(model) && { model: toModel(model) }),
  })
  return jsonResponse({ data: toPreviewSession(session.info) })
}

function createFault({ id, agent, model, location }: Readonly<Record<string, unknown>>): string | undefined {
  const bad = fieldsFault({ agent }, {}, { agent: 'string | null' })
  const ofID = id === undefined ? undefined : idFault('id', id, 'ses')
  const ofModel = model === undefined ? undefined : modelFault(model)
  const ofLocation =
    location === undefined
      ? undefined
      : isRecord(location)
        ? fieldsFault(location, { directory: 'string' }, {}, '["location"]')
        : `Expected Location.Ref, got ${JSON.stringify(location)}\n  at ["location"]`
  return ofID ?? bad ?? ofModel ?? ofLocation
}

const toModel = ({ id, providerID, variant }: Readonly<Record<string, unknown>>): SessionModel => ({
  id: String(id),
  providerID: String(providerID),
  ...(typeof variant === 'string' && { variant }),
})

/** The sessions that work, by id: the only sign that one is idle is that it is not here. */
function active(server: PreviewServer): FakeResponse {
  const running = [...server.v1.sessions.values()].filter((session) => server.of(session).execution !== undefined)
  return jsonResponse({ data: Object.fromEntries(running.map(({ id }) => [id, { type: 'running' }])) })
}

function switchAgent({ server, session, flat, request }: SessionRequest): FakeResponse {
  const { core } = server
  const read = readPreviewBody(request, core.ids)
  if ('rejected' in read) return read.rejected
  const { agent } = read.body
  const fault = fieldsFault(read.body, { agent: 'string' })
  if (fault !== undefined || typeof agent !== 'string') return invalidRequest(fault ?? '')
  const now = core.clock.now()
  session.set({ agent, time: { ...session.info.time, updated: now } })
  flat.send({ kind: 'agent-switched', messageID: core.ids.next('msg'), agent }, now)
  return noContent
}

function switchModel({ server, session, flat, request }: SessionRequest): FakeResponse {
  const { core } = server
  const read = readPreviewBody(request, core.ids)
  if ('rejected' in read) return read.rejected
  const given = read.body['model']
  const fault = given === undefined ? 'Missing key\n  at ["model"]' : modelFault(given)
  if (fault !== undefined || !isRecord(given)) return invalidRequest(fault ?? '')
  const model = toModel(given)
  const now = core.clock.now()
  session.set({ model, time: { ...session.info.time, updated: now } })
  flat.send({ kind: 'model-switched', messageID: core.ids.next('msg'), model }, now)
  return noContent
}
