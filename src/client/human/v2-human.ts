import { askPermission, readPermission } from '../../model/human-answers.ts'
import { askForm, formText } from '../../model/human-form.ts'
import type { PersonRequest } from '../../wire/read-person-request.ts'
import type { HumanDialect } from './human-dialect.ts'
import { located } from './located.ts'
import { questionText } from './question-calls.ts'

/** opencode 2.x: a permission has a `decision`, questions are forms (facts/opencode-2x.md sections 1.2 and 3.1). */
export const v2Human: HumanDialect = {
  stream: '/api/event',
  kinds: ['permission', 'form'],
  pending: (kind, directory) => `/api/${kind === 'permission' ? 'permission/request' : 'form'}${located(directory)}`,
  textOf: (request) => (request.kind === 'form' ? formText(request.fields) : questionText(request)),
  answer: async (human, request) => {
    const path = `${pathOf(request)}/reply`
    if (request.kind === 'form') {
      const answer = await askForm(human, request.fields)
      return answer ? { method: 'POST', path, body: { answer } } : v2Human.dismiss(request)
    }
    const { reply: decision, ...why } = await askPermission(human, readPermission(request.fields))
    return { method: 'POST', path, body: { decision, ...why } }
  },
  dismiss: (request) =>
    request.kind === 'form'
      ? { method: 'DELETE', path: pathOf(request) }
      : { method: 'POST', path: `${pathOf(request)}/reply`, body: { decision: 'reject' } },
}

const pathOf = ({ kind, id, sessionID }: PersonRequest): string =>
  `/api/session/${encodeURIComponent(sessionID)}/${kind === 'form' ? 'form' : 'permission'}/${encodeURIComponent(id)}`
