import type { FakeResponse } from '../../http/fake-handler.ts'
import { notFound } from './errors.ts'
import type { Session } from './session.ts'
import type { V1Server } from './v1-server.ts'

/**
 * What comes while an abort is under way, or while a shell command runs, waits for the end: no loop will work on it before. Resolves to
 * the answer where there is nothing left to work on then: the session was deleted, or the server has closed.
 */
export async function endOfWork(server: V1Server, session: Session): Promise<FakeResponse | undefined> {
  if (session.loop?.aborted) await session.loop.done
  await session.shell?.done
  const isThere = !server.signal.aborted && server.sessions.get(session.id) === session
  return isThere ? undefined : notFound('Session', session.id)
}
