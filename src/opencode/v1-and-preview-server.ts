import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import type { RunMessage } from '../wire/run-message.ts'
import { answerRequest } from './answer-request.ts'
import type { DialectServer } from './dialect-server.ts'
import type { EmittedEvent } from './emitted-event.ts'
import type { OpencodeServerEvent } from './event-hub.ts'
import { PreviewServer } from './preview/preview-server.ts'
import type { ServerCore } from './server-core.ts'
import { withOrigin } from './cors.ts'
import type { SessionState } from './v1/session.ts'
import { webPage } from './web-page.ts'
import { V1Server } from './v1/v1-server.ts'

/** What opencode 1.18 serves: v1, and the preview API beside it, over the same sessions. */
export class V1AndPreviewServer implements DialectServer {
  readonly #v1: V1Server
  readonly #preview: PreviewServer

  constructor(core: ServerCore) {
    this.#v1 = new V1Server(core)
    this.#preview = new PreviewServer(this.#v1)
  }

  get core(): ServerCore {
    return this.#v1.core
  }

  get sessions(): ReadonlyMap<string, { readonly info: SessionState; readonly messages: readonly RunMessage[] }> {
    const sessions = [...this.#v1.sessions].map(([id, session]) => {
      // The two APIs do not see each other's messages (facts/opencode-1x-preview-api.md section 3, scenario 16).
      const messages = [...session.messages, ...this.#preview.of(session).messages]
      return [id, { info: session.info, messages }] as const
    })
    return new Map(sessions)
  }

  async handle(request: FakeRequest): Promise<FakeResponse> {
    const answer = await answerRequest(this.core, request, async (record) => {
      // It asks whether this is 2.x, and that it is not is no mistake (facts/opencode-2x.md section 1.2).
      if (record.method === 'GET' && record.path === '/api/info') return webPage(record.method)
      const preview = record.path.startsWith('/api/') ? await this.#preview.answer(request) : undefined
      return preview ?? this.#v1.answer(request, record)
    })
    return withOrigin(answer, request)
  }

  emit(event: EmittedEvent): OpencodeServerEvent {
    return this.#v1.emit(event)
  }

  close(): void {
    this.#v1.close()
  }
}
