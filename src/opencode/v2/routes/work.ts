import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { fillTemplate } from '../../fill-template.ts'
import { notFound } from '../errors.ts'
import { generate } from '../generate.ts'
import { done } from '../located.ts'
import { readBody } from '../read-body.ts'
import { runShell } from '../run-shell.ts'
import { SKILLS } from '../skills.ts'
import type { V2Server } from '../v2-server.ts'
import type { V2Session } from '../v2-session.ts'
import { withSession } from '../with-session.ts'

/** What a session does beside prompts. That a skill alone begins no work is inferred. */
export const workRoutes: readonly Route<V2Server>[] = [
  { method: 'POST', path: '/api/session/:sessionID/command', answer: withSession(command) },
  {
    method: 'POST',
    path: '/api/experimental/session/:sessionID/skill',
    answer: withSession((_server, session, request) => {
      const read = readBody(request, { id: 'string' }, { resume: 'boolean' })
      if ('rejected' in read) return read.rejected
      const skill = SKILLS.find(({ id }) => id === read.body.id)
      if (!skill) return notFound('Skill', read.body.id)
      session.send('session.skill.activated', { id: skill.id, name: skill.name, text: skill.content })
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/shell',
    answer: withSession((server, session, request) => {
      const read = readBody(request, { command: 'string' }, { id: 'string' })
      if ('rejected' in read) return read.rejected
      runShell(server, session, read.body.command)
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/generate',
    answer: withSession((server, session, request) => answerText(server, request, session)),
  },
  { method: 'POST', path: '/api/experimental/generate', answer: (server, request) => answerText(server, request) },
  {
    method: 'GET',
    path: '/api/experimental/session/:sessionID/instructions/entries',
    answer: withSession((_server, { instructions }) =>
      jsonResponse({ data: [...instructions].map(([key, value]) => ({ key, value })) }),
    ),
  },
  {
    method: 'PUT',
    path: '/api/experimental/session/:sessionID/instructions/entries/:key',
    answer: withSession((_server, { instructions }, request, { key = '' }) => {
      const read = readBody(request, {})
      if ('rejected' in read) return read.rejected
      instructions.set(key, Reflect.get(read.body, 'value') ?? null)
      return done()
    }),
  },
  {
    method: 'DELETE',
    path: '/api/experimental/session/:sessionID/instructions/entries/:key',
    answer: withSession((_server, { instructions }, _request, { key = '' }) => {
      instructions.delete(key)
      return done()
    }),
  },
]

/** The command's template becomes a prompt, with what the user adds in its places. */
function command({ core, machine }: V2Server, { flat }: V2Session, request: FakeRequest): FakeResponse {
  const read = readBody(request, { name: 'string', text: 'string' }, { delivery: ['steer', 'queue'] })
  if ('rejected' in read) return read.rejected
  const { name, text: given, delivery = 'steer' } = read.body
  const found = core.commands.find(name)
  if (!found) return notFound('Command', name)
  machine.prompt(flat, { prompt: { text: fillTemplate(found.template, given) }, delivery, resume: true })
  return done()
}

async function answerText(server: V2Server, request: FakeRequest, session?: V2Session): Promise<FakeResponse> {
  const read = readBody(request, { prompt: 'string' })
  return 'rejected' in read ? read.rejected : generate(server, read.body.prompt, session)
}
