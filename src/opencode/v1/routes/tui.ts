import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { badRequest, notFound } from '../errors.ts'
import type { FieldType } from '../../read-fields.ts'
import { readBody } from '../read-body.ts'
import type { V1Server } from '../v1-server.ts'

/**
 * What clients ask of a terminal interface. Each is answered `true` and waits for whoever plays the terminal, with
 * `GET /tui/control/next`; none was recorded, so that no events are made up of them.
 */
export const tuiRoutes: readonly Route<V1Server>[] = [
  command('append-prompt', { text: 'string' }),
  command('open-help'),
  command('open-sessions'),
  command('open-themes'),
  command('open-models'),
  command('submit-prompt'),
  command('clear-prompt'),
  command('execute-command', { command: 'string' }),
  command('show-toast', { message: 'string', variant: ['info', 'success', 'warning', 'error'] }),
  command('publish', {
    type: ['tui.prompt.append', 'tui.command.execute', 'tui.toast.show', 'tui.session.select'],
    properties: 'object',
  }),
  { method: 'POST', path: '/tui/select-session', answer: selectSession },
  {
    method: 'GET',
    path: '/tui/control/next',
    answer: async ({ tui }, { signal }) => jsonResponse(await tui.next(signal)),
  },
  { method: 'POST', path: '/tui/control/response', answer: () => jsonResponse(true) },
]

/** Without `fields` the request has no body. */
function command(name: string, fields?: Readonly<Record<string, FieldType>>): Route<V1Server> {
  const path = `/tui/${name}`
  const answer = ({ core, tui }: V1Server, request: FakeRequest): FakeResponse => {
    const read = fields ? readBody(request, core.ids, fields) : { body: {} }
    if ('rejected' in read) return read.rejected
    tui.push({ path, body: read.body })
    return jsonResponse(true)
  }
  return { method: 'POST', path, answer }
}

function selectSession({ core, sessions, tui }: V1Server, request: FakeRequest): FakeResponse {
  const read = readBody(request, core.ids, { sessionID: 'string' })
  if ('rejected' in read) return read.rejected
  const { sessionID } = read.body
  if (!sessionID.startsWith('ses')) {
    return badRequest(`Expected a string starting with "ses", got ${JSON.stringify(sessionID)}\n  at ["sessionID"]`)
  }
  if (!sessions.has(sessionID)) return notFound('Session', sessionID)
  tui.push({ path: '/tui/select-session', body: read.body })
  return jsonResponse(true)
}
