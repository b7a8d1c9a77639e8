import type { AssistantMessage, Event, Part } from '@opencode-ai/sdk'

/** A piece of a text as the server streams it. The v1 types of the SDK do not list this event. */
export interface PartDelta {
  readonly type: 'message.part.delta'
  readonly properties: { readonly sessionID: string; readonly partID: string; readonly delta: string }
}

/** What the agent used, in tokens; `cached` are prompt tokens read from the cache, which `input` does not hold. */
export interface TokenCount {
  readonly input: number
  readonly output: number
  readonly reasoning: number
  readonly cached: number
}

type AgentError = NonNullable<AssistantMessage['error']>

/** What one run of one session has done so far, read from the server's events. */
export class RunLog {
  readonly #sessionID: string
  readonly #steps = new Map<string, AssistantMessage>()
  readonly #parts = new Map<string, Part>()
  #busy = false
  #ended = false
  #sessionError: AgentError | undefined

  constructor(sessionID: string) {
    this.#sessionID = sessionID
  }

  /** Whether nothing more will come. */
  get ended(): boolean {
    return this.#ended
  }

  /** Takes the next event, of whatever session; gives the piece of the answer that it adds, '' for none. */
  take(event: Event | PartDelta): string {
    if (sessionOf(event) !== this.#sessionID) return ''
    if (event.type === 'session.status') this.#busy ||= event.properties.status.type === 'busy'
    if (event.type === 'message.updated') this.#takeMessage(event.properties.info)
    if (event.type === 'message.part.updated') this.#parts.set(event.properties.part.id, event.properties.part)
    if (event.type === 'session.error') {
      this.#sessionError ??= event.properties.error
      // A prompt that the server refuses, such as one to an agent it does not know, never gets busy, and so never idle.
      this.#ended ||= !this.#busy
    }
    if (event.type === 'session.idle') {
      // An abort and a fatal error idle twice: the first time before the message is complete.
      this.#ended ||= [...this.#steps.values()].every(({ time }) => time.completed !== undefined)
    }
    if (event.type !== 'message.part.delta') return ''
    // Reasoning streams as the same event; only its part says which of the two it is.
    return this.#parts.get(event.properties.partID)?.type === 'text' ? event.properties.delta : ''
  }

  /** The answer: the text of the last step. */
  get text(): string {
    const last = this.#lastStep?.id
    const texts = [...this.#parts.values()].map((part) =>
      part.type === 'text' && part.messageID === last ? part.text : '',
    )
    return texts.join('')
  }

  /** USD. */
  get cost(): number {
    return this.#sum(({ cost }) => cost)
  }

  get tokens(): TokenCount {
    return {
      input: this.#sum(({ tokens }) => tokens.input),
      output: this.#sum(({ tokens }) => tokens.output),
      reasoning: this.#sum(({ tokens }) => tokens.reasoning),
      cached: this.#sum(({ tokens }) => tokens.cache.read),
    }
  }

  /** What the run failed with, if it did. */
  get error(): AgentError | undefined {
    return this.#lastStep?.error ?? this.#sessionError
  }

  get #lastStep(): AssistantMessage | undefined {
    return [...this.#steps.values()].at(-1)
  }

  #takeMessage(info: Extract<Event, { type: 'message.updated' }>['properties']['info']): void {
    if (info.role !== 'assistant') return
    // The server goes on after some errors: a context that is too long is compacted, and a new step follows.
    if (!this.#steps.has(info.id)) this.#sessionError = undefined
    this.#steps.set(info.id, info)
  }

  #sum(count: (step: AssistantMessage) => number): number {
    return [...this.#steps.values()].reduce((sum, step) => sum + count(step), 0)
  }
}

/** The session an event is about; undefined for those of the server, the files and the like. */
function sessionOf(event: Event | PartDelta): string | undefined {
  if (event.type === 'message.updated') return event.properties.info.sessionID
  if (event.type === 'message.part.updated') return event.properties.part.sessionID
  const sessionID = 'sessionID' in event.properties ? event.properties.sessionID : undefined
  return typeof sessionID === 'string' ? sessionID : undefined
}
