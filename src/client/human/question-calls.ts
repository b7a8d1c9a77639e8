import type { FakeHuman } from '../../model/fake-human.ts'
import {
  askPermission,
  askQuestions,
  permissionPrompt,
  readPermission,
  readQuestions,
} from '../../model/human-answers.ts'
import type { PersonRequest } from '../../wire/read-person-request.ts'
import type { HttpCall } from '../http-call.ts'
import type { HumanDialect } from './human-dialect.ts'

/** What a permission or questions ask, as a person reads it. */
export const questionText = ({ kind, fields }: PersonRequest): string =>
  kind === 'permission'
    ? permissionPrompt(readPermission(fields))
    : readQuestions(fields['questions'])
        .map(({ text }) => text)
        .join(' / ')

/** The calls of opencode 1.x, which differ in their paths alone: a request is replied to, questions can be rejected. */
export function questionCalls(pathOf: (request: PersonRequest) => string): Pick<HumanDialect, 'answer' | 'dismiss'> {
  const post = (request: PersonRequest, verb: string, body: object): HttpCall => {
    const [path, query] = pathOf(request).split('?')
    return { method: 'POST', path: `${path}/${verb}${query === undefined ? '' : `?${query}`}`, body }
  }
  const dismiss = (request: PersonRequest): HttpCall =>
    request.kind === 'permission' ? post(request, 'reply', { reply: 'reject' }) : post(request, 'reject', {})
  return {
    dismiss,
    answer: async (human: FakeHuman, request) => {
      const { kind, fields } = request
      if (kind === 'permission') return post(request, 'reply', await askPermission(human, readPermission(fields)))
      const answers = await askQuestions(human, readQuestions(fields['questions']))
      return answers ? post(request, 'reply', { answers }) : dismiss(request)
    },
  }
}
