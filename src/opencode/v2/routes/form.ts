import { jsonResponse } from '../../../http/json-response.ts'
import type { FakeResponse } from '../../../http/fake-handler.ts'
import type { Route } from '../../../http/router.ts'
import { isRecord } from '../../../model/checks.ts'
import { idFault } from '../../id-fault.ts'
import { alreadySettled, conflict, invalidAnswer, notFound } from '../errors.ts'
import { answerFault, type FormField, isFormAnswer } from '../form.ts'
import { atLocation, done, located } from '../located.ts'
import { readBody, reject } from '../read-body.ts'
import type { V2Server } from '../v2-server.ts'
import { withSession } from '../with-session.ts'

/** What the model asks a person, and what clients let the server ask (facts/opencode-2x.md section 3.1). */
export const formRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/form',
    answer: atLocation(({ forms, all }, directory) =>
      located(
        directory,
        forms.pending.filter(({ sessionID }) => all.get(sessionID)?.directory === directory),
      ),
    ),
  },
  {
    method: 'GET',
    path: '/api/session/:sessionID/form',
    answer: withSession(({ forms }, { id }) =>
      jsonResponse({ data: forms.pending.filter(({ sessionID }) => sessionID === id) }),
    ),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/form',
    answer: withSession((server, session, request) => {
      const read = readBody(request, { title: 'string', fields: 'array' }, { id: 'string', metadata: 'object' })
      if ('rejected' in read) return read.rejected
      const { title, fields, id, metadata } = read.body
      if (fields.length === 0 || !fields.every(isField)) {
        return reject('Expected a non-empty list of fields { key, type }\n  at ["fields"]').rejected
      }
      const fault = id === undefined ? undefined : idFault('id', id, 'frm')
      if (fault !== undefined) return reject(fault).rejected
      if (id !== undefined && server.forms.has(id)) return conflict(`Form already exists: ${id}`, id)
      const form = { title, fields, ...(id !== undefined && { id }), ...(metadata && { metadata }) }
      return jsonResponse({ data: server.forms.create(session.id, form) })
    }),
  },
  {
    method: 'GET',
    path: '/api/session/:sessionID/form/:formID',
    answer: withForm((_server, _id, { info, state }) => jsonResponse({ data: { ...info, state } })),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/form/:formID/reply',
    answer: withForm((server, id, { info, state }, request) => {
      const read = readBody(request, { answer: 'object' })
      if ('rejected' in read) return read.rejected
      if (state.status !== 'pending') return alreadySettled(id)
      const { answer } = read.body
      const fault = answerFault(info.fields, answer)
      if (fault !== undefined || !isFormAnswer(answer)) return invalidAnswer(id, fault ?? 'Invalid answer')
      server.forms.reply(id, answer)
      return done()
    }),
  },
  {
    method: 'DELETE',
    path: '/api/session/:sessionID/form/:formID',
    answer: withForm((server, id, { state }, { url }) => {
      if (state.status !== 'pending') return alreadySettled(id)
      server.forms.cancel(id, url.searchParams.get('message') || undefined)
      return done()
    }),
  },
]

type Found = NonNullable<ReturnType<V2Server['forms']['find']>>

function withForm(
  answer: (
    server: V2Server,
    id: string,
    form: Found,
    request: Parameters<Route<V2Server>['answer']>[1],
  ) => FakeResponse,
): Route<V2Server>['answer'] {
  return withSession((server, session, request, { formID = '' }) => {
    const form = server.forms.find(session.id, formID)
    return form ? answer(server, formID, form, request) : notFound('Form', formID)
  })
}

const isField = (field: unknown): field is FormField =>
  isRecord(field) && typeof field['key'] === 'string' && typeof field['type'] === 'string'
