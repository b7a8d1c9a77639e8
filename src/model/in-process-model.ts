import { ScriptExhaustedError } from '../errors.ts'
import { Attempts } from './attempts.ts'
import { elide } from './elide.ts'
import { estimateUsage } from './estimate-usage.ts'
import { type ModelPrompt, modelPrompts } from './model-prompts.ts'
import type { ModelRequest } from './model-request.ts'
import { keepInProcess } from './not-servable.ts'
import { playReply } from './play-reply.ts'
import { readModelRequest } from './read-model-request.ts'
import { readReply } from './read-reply.ts'
import { openModelRequest, type OpenModelRequest, type RecordedModelRequest } from './recorded-model-request.ts'
import { checkRespondOptions, type RespondOptions } from './respond-options.ts'
import { Script } from './script.ts'
import type { RespondRequest } from './respond-request.ts'
import type { ScriptedTurn } from './scripted-turn.ts'
import type { ModelReply } from './turn.ts'
import { untilAbort } from './until-abort.ts'
import type { Usage } from './usage.ts'

/** What a test cannot have meant: a request beyond the script. */
export interface ModelMiss {
  readonly kind: 'script'
  readonly message: string
}

interface ModelSettings {
  /** The class, as messages name it. */
  readonly label: string
  readonly name: string
  /** What its script is called in messages. */
  readonly script: string
}

/** What the scripted models have in common: a script, records, and the answer to one request. */
export abstract class InProcessModel {
  readonly #settings: ModelSettings
  readonly #script: Script
  readonly #length: number
  readonly #attempts = new Attempts()
  readonly #requests: OpenModelRequest[] = []
  readonly #misses: ModelMiss[] = []

  constructor(replies: unknown, settings: ModelSettings) {
    this.#settings = settings
    this.#script = new Script(settings.script, readReply)
    this.#script.add(replies)
    this.#length = this.#script.remaining
    keepInProcess(this, settings.label, () => ({ name: this.name, prompts: this.prompts, remaining: this.remaining }))
  }

  /** Who serves it: `'fake'`. */
  get provider(): string {
    return 'fake'
  }

  /** The id of the model. */
  get name(): string {
    return this.#settings.name
  }

  /** Every request so far, oldest first, as copies; also those that failed. */
  get requests(): readonly RecordedModelRequest[] {
    return [...this.#requests]
  }

  /** The texts of the prompts that it was sent. */
  get prompts(): readonly string[] {
    return this.sentPrompts.map(({ text }) => text)
  }

  /** The prompts that it was sent, each once, however often a tool loop or a retry sent it again. */
  get sentPrompts(): readonly ModelPrompt[] {
    return modelPrompts(this.#requests, { providerID: this.provider, modelID: this.name })
  }

  /** How many scripted replies are left. */
  get remaining(): number {
    return this.#script.remaining
  }

  /** The requests that were beyond the script. */
  get misses(): readonly ModelMiss[] {
    return [...this.#misses]
  }

  /**
   * Answers a request with the next reply; `messages` is all a request needs. It is recorded first, and its reply taken at once, so that
   * concurrent requests never share one. Rejects as the reply says, and with ScriptExhaustedError where none is left.
   */
  async respond(request: RespondRequest, options: RespondOptions = {}): Promise<ModelReply> {
    const record = openModelRequest(readModelRequest('respond(request)', request))
    record.attempt = request.attempt ?? this.#attempts.of(record)
    this.#requests.push(record)
    try {
      checkRespondOptions(options)
      const { signal = new AbortController().signal } = options
      signal.throwIfAborted()
      this.check(record, this.#length - this.remaining)
      const turn = await untilAbort(this.#take(record), signal)
      const reply = await playReply(turn, usageOf(turn, record), { ...options, signal })
      record.reply = reply
      record.answered = true
      return reply
    } finally {
      this.#attempts.note(record)
    }
  }

  /** The replies that are left, one line each. */
  protected get left(): readonly string[] {
    return this.#script.left
  }

  /** Throws for a request that must not use a reply; `taken` replies were used before it. */
  protected abstract check(request: ModelRequest, taken: number): void

  #take(record: OpenModelRequest): Promise<ScriptedTurn> {
    // A copy: what a reply function does to its request changes no record.
    const taken = this.#script.take({ ...readModelRequest('request', record), attempt: record.attempt })
    if (taken) return taken.turn
    const { label, script } = this.#settings
    const asked = elide(record.messages.at(-1)?.content ?? '', 80)
    const scripted = this.#length === 1 ? '1 was' : `${this.#length} were`
    const message = `${label}: request ${this.#requests.length} (last message ${JSON.stringify(asked)}) has none of its ${script} left, ${scripted} scripted; add one, or end the loop before it`
    this.#misses.push({ kind: 'script', message })
    throw new ScriptExhaustedError(message, { asked, length: this.#length })
  }
}

function usageOf({ usage, blocks }: ScriptedTurn, request: ModelRequest): Usage {
  if (usage === 'omitted') return { prompt: 0, completion: 0 }
  return usage === 'default' ? estimateUsage(request, blocks) : usage
}
