import type { FakeRequest, FakeResponse } from '../../http/fake-handler.ts'
import { findRoute } from '../../http/router.ts'
import { checkPassword } from '../check-password.ts'
import { FlatMachine } from '../flat/flat-machine.ts'
import { FlatSession } from '../flat/flat-session.ts'
import type { ServerCore } from '../server-core.ts'
import { agentFor } from '../v1/prompt-agent.ts'
import type { Session } from '../v1/session.ts'
import type { V1Server } from '../v1/v1-server.ts'
import { previewDialect } from './dialect.ts'
import { unauthorized } from './errors.ts'
import { PreviewRecord } from './preview-record.ts'
import { previewRoutes } from './routes.ts'

/** The preview API of 1.18, below `/api`: the sessions are those of v1, the messages its own. */
export class PreviewServer {
  readonly v1: V1Server
  readonly machine: FlatMachine
  readonly #sessions = new WeakMap<Session, FlatSession>()

  constructor(v1: V1Server) {
    const { core, files } = v1
    this.v1 = v1
    this.machine = new FlatMachine({
      core,
      dialect: previewDialect,
      files,
      rulesOf: ({ id, record }) => {
        const session = v1.sessions.get(id)
        return session ? v1.rulesOf(session, record.agent) : []
      },
    })
  }

  get core(): ServerCore {
    return this.v1.core
  }

  /** What the preview has of a session, whichever API created it. */
  of(session: Session): FlatSession {
    const known = this.#sessions.get(session)
    if (known) return known
    const record = new PreviewRecord(session, () => agentFor(this.v1, undefined) ?? 'build')
    const flat = new FlatSession(record, { dialect: previewDialect, clock: this.core.clock })
    this.#sessions.set(session, flat)
    session.other = flat
    return flat
  }

  /** The directory a request is about: `?location[directory]=`, else the server's own. */
  directoryOf({ url }: FakeRequest): string {
    return url.searchParams.get('location[directory]') || this.core.settings.directory
  }

  /** The answer to a request that was recorded; undefined where the preview has no such route. */
  async answer(request: FakeRequest): Promise<FakeResponse | undefined> {
    const { method, url } = request
    // A HEAD is a GET without its body (captures/1.18.33-api/13-errors.json).
    const found = findRoute(previewRoutes, method === 'HEAD' ? 'GET' : method, url.pathname)
    if (!found) return undefined
    const refusal = checkPassword(request, this.core.settings.password)
    if (refusal) return unauthorized(refusal)
    const answer = await found.route.answer(this, request, found.params)
    return method === 'HEAD' && (answer.body === null || typeof answer.body === 'string')
      ? { ...answer, body: null }
      : answer
  }
}
