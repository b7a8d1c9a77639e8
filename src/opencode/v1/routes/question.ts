import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { PathParams, Route } from '../../../http/router.ts'
import { badRequest } from '../errors.ts'
import { idFault } from '../../id-fault.ts'
import { readJsonBody } from '../json-body.ts'
import type { QuestionAnswers } from '../question-desk.ts'
import type { V1Server } from '../v1-server.ts'

/** Questions that wait for a person, and their answers (facts/opencode-1x.md section 8). */
export const questionRoutes: readonly Route<V1Server>[] = [
  { method: 'GET', path: '/question', answer: ({ questions }) => jsonResponse(questions.all) },
  { method: 'POST', path: '/question/:requestID/reply', answer: reply },
  { method: 'POST', path: '/question/:requestID/reject', answer: dismiss },
]

function reply(server: V1Server, request: FakeRequest, { requestID = '' }: PathParams): FakeResponse {
  const wrongID = idFault('requestID', requestID, 'que')
  if (wrongID) return badRequest(wrongID, 'Params')
  const body = readJsonBody(request, server.core.ids)
  if ('rejected' in body) return body.rejected
  const { answers } = body.fields
  const wrong = answersFault(answers)
  if (wrong !== undefined || !isAnswers(answers)) return badRequest(wrong ?? '')
  return server.questions.reply(requestID, answers) ? jsonResponse(true) : notFound(requestID)
}

function dismiss(server: V1Server, _request: FakeRequest, { requestID = '' }: PathParams): FakeResponse {
  const wrong = idFault('requestID', requestID, 'que')
  if (wrong) return badRequest(wrong, 'Params')
  return server.questions.reject(requestID) ? jsonResponse(true) : notFound(requestID)
}

function answersFault(answers: unknown): string | undefined {
  if (answers === undefined) return 'Missing key\n  at ["answers"]'
  if (!Array.isArray(answers)) return `Expected array, got ${JSON.stringify(answers)}\n  at ["answers"]`
  for (const [index, answer] of answers.entries()) {
    const at = `at ["answers"][${index}]`
    if (!Array.isArray(answer)) return `Expected QuestionAnswer, got ${JSON.stringify(answer)}\n  ${at}`
    const wrong = answer.findIndex((label) => typeof label !== 'string')
    if (wrong !== -1) return `Expected string, got ${JSON.stringify(answer[wrong])}\n  ${at}[${wrong}]`
  }
  return undefined
}

const isAnswers = (answers: unknown): answers is QuestionAnswers => answersFault(answers) === undefined

const notFound = (id: string): FakeResponse => {
  const message = `Question request not found: ${id}`
  return jsonResponse({ _tag: 'QuestionNotFoundError', requestID: id, message }, { status: 404 })
}
