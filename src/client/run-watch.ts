import type { Envelope } from '../wire/envelope.ts'
import { readChange } from '../wire/read-change.ts'
import { deferred } from './deferred.ts'

interface Watched {
  readonly sessionID: string
  readonly promptID: string
  readonly end: ReturnType<typeof deferred<'ended' | 'lost'>>
  /** How far the prompt got. */
  state: 'sent' | 'enqueued' | 'delivered'
}

/** Watches a stream of 2.x for the end of the execution that took a prompt up. */
export class RunWatch {
  #watched: Watched | undefined
  #over = false

  /**
   * Resolves when the execution that took the prompt up has ended, or one that failed before it could: its prompt stays in the inbox
   * (facts/opencode-2x.md section 3.1). To 'lost' where the stream ends before.
   */
  ended(sessionID: string, promptID: string): Promise<'ended' | 'lost'> {
    const end = deferred<'ended' | 'lost'>()
    this.#watched = { sessionID, promptID, end, state: 'sent' }
    if (this.#over) end.resolve('lost')
    return end.promise
  }

  /** The same events; each is noted when the next one is asked for. */
  async *noting(events: AsyncIterable<Envelope>): AsyncGenerator<Envelope> {
    try {
      for await (const event of events) {
        yield event
        this.#note(event)
      }
    } finally {
      this.#over = true
      this.#watched?.end.resolve('lost')
    }
  }

  #note(event: Envelope): void {
    const watched = this.#watched
    if (!watched || event.sessionID !== watched.sessionID) return
    const change = readChange({ type: event.type, properties: event.props })
    if (change?.kind === 'enqueued' && change.messageID === watched.promptID) watched.state = 'enqueued'
    if (change?.kind === 'delivered' && change.messageID === watched.promptID) watched.state = 'delivered'
    if (change?.kind !== 'execution-ended') return
    if (watched.state === 'delivered' || (watched.state === 'enqueued' && change.outcome === 'failed')) {
      watched.end.resolve('ended')
    }
  }
}
