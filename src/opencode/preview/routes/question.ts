import type { FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { fieldsFault } from '../../read-fields.ts'
import { idFault } from '../../id-fault.ts'
import { invalidRequest } from '../../flat/http-errors.ts'
import { requestNotFound } from '../errors.ts'
import { located } from '../located.ts'
import { readPreviewBody } from '../read-body.ts'
import type { PreviewServer } from '../preview-server.ts'
import { toQuestion } from '../spell.ts'
import { noContent, type SessionRequest, withSession } from '../with-session.ts'

/** The model's questions, and the person's answers (facts/opencode-1x-preview-api.md section 3, scenario 09). */
export const questionRoutes: readonly Route<PreviewServer>[] = [
  {
    method: 'GET',
    path: '/api/question/request',
    answer: (server, request) => {
      const directory = server.directoryOf(request)
      const here = server.machine.questions.all.filter(
        ({ sessionID }) => server.v1.sessions.get(sessionID)?.directory === directory,
      )
      return located(server, request, here.map(toQuestion))
    },
  },
  {
    method: 'GET',
    path: '/api/session/:sessionID/question',
    answer: withSession(({ server, flat }) => {
      const own = server.machine.questions.all.filter(({ sessionID }) => sessionID === flat.id)
      return jsonResponse({ data: own.map(toQuestion) })
    }),
  },
  { method: 'POST', path: '/api/session/:sessionID/question/:requestID/reply', answer: withSession(reply) },
  { method: 'POST', path: '/api/session/:sessionID/question/:requestID/reject', answer: withSession(reject) },
]

function reply(asked: SessionRequest): FakeResponse {
  const { server, request } = asked
  const read = readPreviewBody(request, server.core.ids)
  if ('rejected' in read) return read.rejected
  const fault = fieldsFault(read.body, { answers: 'array' })
  if (fault !== undefined) return invalidRequest(fault)
  const { answers } = read.body
  const missing = faultOfID(asked)
  if (missing) return missing
  const chosen = (Array.isArray(answers) ? answers : []).map((one) => (Array.isArray(one) ? one.map(String) : []))
  server.machine.questions.reply(asked.params['requestID'] ?? '', chosen)
  return noContent
}

function reject(asked: SessionRequest): FakeResponse {
  const missing = faultOfID(asked)
  if (missing) return missing
  asked.server.machine.questions.reject(asked.params['requestID'] ?? '')
  return noContent
}

/** The answer where a path names no questions that wait; undefined: it does. */
function faultOfID({ server, flat, params: { requestID = '' } }: SessionRequest): FakeResponse | undefined {
  const fault = idFault('requestID', requestID, 'que')
  if (fault !== undefined) return invalidRequest(fault, 'Params')
  const waits = server.machine.questions.all.some(({ id, sessionID }) => id === requestID && sessionID === flat.id)
  return waits ? undefined : requestNotFound('Question', requestID)
}
