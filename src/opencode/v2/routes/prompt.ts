import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { untilAbort } from '../../../model/until-abort.ts'
import { promptConflict } from '../../flat/http-errors.ts'
import { giveTitle } from '../give-title.ts'
import { toInboxItem } from '../inbox-item.ts'
import { done } from '../located.ts'
import { readPrompt } from '../prompt-body.ts'
import type { V2Server } from '../v2-server.ts'
import type { V2Session } from '../v2-session.ts'
import { withSession } from '../with-session.ts'
import { firstAbort } from '../../../model/first-abort.ts'

/** Prompts, and what stops and awaits them (facts/opencode-2x.md section 1.4). */
export const promptRoutes: readonly Route<V2Server>[] = [
  { method: 'POST', path: '/api/session/:sessionID/prompt', answer: withSession(prompt) },
  {
    method: 'POST',
    path: '/api/session/:sessionID/interrupt',
    answer: withSession(({ machine }, { flat }, { url }) => {
      const interrupted = flat.execution !== undefined
      const resumes = url.searchParams.get('resume') === 'true'
      // The answer says that it is accepted, not that it has settled.
      const settled = machine.interrupt(flat)
      // What steers goes on, what queues stays parked.
      const steers = (): boolean => flat.inbox.next('steer') !== undefined
      if (resumes) void settled.then(() => steers() && machine.resume(flat))
      return jsonResponse({ interrupted })
    }),
  },
  {
    method: 'POST',
    path: '/api/experimental/session/:sessionID/wait',
    answer: withSession(async (server, { flat }, request) => {
      const signal = firstAbort(request.signal, server.signal)
      while (flat.execution) await untilAbort(flat.execution.done, signal)
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/resume',
    answer: withSession(async ({ machine }, { flat }) => {
      machine.resume(flat)
      await flat.execution?.done
      return done()
    }),
  },
  { method: 'POST', path: '/api/session/:sessionID/background', answer: withSession(done) },
]

function prompt(server: V2Server, session: V2Session, request: FakeRequest): FakeResponse {
  const read = readPrompt(request, server.files)
  if ('rejected' in read) return read.rejected
  const admittance = server.machine.prompt(session.flat, read)
  if (admittance.result === 'admitted') giveTitle(server, session, read.prompt.text)
  if (admittance.result !== 'conflict') return jsonResponse({ data: toInboxItem(admittance.admission) })
  return promptConflict(read.id ?? '')
}
