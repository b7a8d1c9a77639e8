import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { isRecord } from '../../../model/checks.ts'
import type { FlatRevert } from '../../flat/flat-event.ts'
import { stageRevert, unstageRevert } from '../../flat/revert.ts'
import { messageNotFound } from '../../flat/http-errors.ts'
import { sessionBusy } from '../errors.ts'
import { done } from '../located.ts'
import { readBody } from '../read-body.ts'
import type { V2Server } from '../v2-server.ts'
import type { V2Session } from '../v2-session.ts'
import { withSession } from '../with-session.ts'

type IdleAnswer = (server: V2Server, session: V2Session, request: FakeRequest) => FakeResponse

/** Going back to a message: staged first, then taken back or made final (facts/opencode-2x.md section 1.2). */
export const revertRoutes: readonly Route<V2Server>[] = [
  { method: 'POST', path: '/api/session/:sessionID/revert/stage', answer: whenIdle(stage) },
  {
    method: 'DELETE',
    path: '/api/session/:sessionID/revert',
    answer: whenIdle((server, session) => {
      const { revert } = session.info
      if (!revert) return done()
      unstageRevert(server.machine, session.flat, revert)
      session.flat.send({ kind: 'revert-cleared' })
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/revert/commit',
    answer: whenIdle((_server, { info: { revert }, flat }) => {
      if (revert) flat.send({ kind: 'revert-committed', messageID: revert.messageID })
      return done()
    }),
  },
]

function stage({ machine }: V2Server, session: V2Session, request: FakeRequest): FakeResponse {
  const read = readBody(request, { messageID: 'string' }, { files: 'boolean' })
  if ('rejected' in read) return read.rejected
  const { messageID, files = true } = read.body
  if (!session.flat.message(messageID)) return messageNotFound(session.id, messageID)
  if (session.info.revert) unstageRevert(machine, session.flat, session.info.revert)
  const revert = toV2Revert(stageRevert(machine, session.flat, { messageID, files }))
  session.flat.send({ kind: 'revert-staged', revert })
  return jsonResponse({ data: revert })
}

/** 2.x has no diff of all files, and calls a file's path its file. */
const toV2Revert = ({ messageID, snapshot, files = [] }: FlatRevert): FlatRevert => ({
  messageID,
  ...(snapshot !== undefined && { snapshot }),
  files: files.filter(isRecord).map(({ path, patch, additions, deletions, status }) => ({
    file: path,
    patch,
    additions,
    deletions,
    status,
  })),
})

function whenIdle(answer: IdleAnswer): Route<V2Server>['answer'] {
  return withSession((server, session, request) =>
    session.flat.execution ? sessionBusy(session.id) : answer(server, session, request),
  )
}
