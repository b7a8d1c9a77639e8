import { sseFrame } from '../http/sse-frame.ts'
import type { ModelEvent } from '../model/play-turn.ts'
import type { StreamFaults } from '../model/scripted-turn.ts'
import type { Usage } from '../model/usage.ts'
import type { CompletionHead } from './completion-head.ts'
import { usageBody } from './usage-body.ts'

/** How one answer is streamed. */
export interface StreamOptions {
  readonly head: CompletionHead
  readonly thinks: boolean
  /** `stream_options.include_usage`: every chunk then has a `usage`, null but on the last. */
  readonly includeUsage: boolean
  readonly faults: StreamFaults
  readonly usage: Usage | undefined
}

/** Writes a model's stream as the frames of DeepSeek's (facts/deepseek.md sections 3.1 to 3.3). */
export class StreamWriter {
  readonly #options: StreamOptions
  #kind: 'reasoning' | 'text' | 'tool' = 'text'
  #calls = -1
  #begun = false

  constructor(options: StreamOptions) {
    this.#options = options
  }

  /** The frames of one event. */
  write(event: ModelEvent): string {
    switch (event.type) {
      case 'start':
      case 'block-end':
        return ''
      case 'keep-alive':
        return ': keep-alive\n\n'
      case 'block-start': {
        this.#kind = event.kind
        if (event.kind !== 'tool') return this.#role()
        this.#calls += 1
        const { id, name } = event.call
        const call = { index: this.#calls, id, type: 'function', function: { name, arguments: '' } }
        return this.#role() + this.#chunk({ tool_calls: [call] })
      }
      case 'block-delta':
        return this.#chunk(this.#delta(event.delta))
      case 'raw':
        return this.#role() + this.#chunk(event.block)
      case 'content-end':
        return this.#tail()
      case 'finish':
        return this.#role() + this.#finish(event.finish)
    }
  }

  /** What ends the body. */
  end(): string {
    const { errorFrame, omitDone } = this.#options.faults
    return errorFrame || omitDone ? '' : 'data: [DONE]\n\n'
  }

  /** Faults of the wire between the content and its end. */
  #tail(): string {
    const { malformedTail, rawFrames, errorFrame } = this.#options.faults
    const malformed = malformedTail
      ? `data: {"id":"${this.#options.head.id}","object":"chat.completion.chunk","choices":[{"delta\n\n`
      : ''
    return malformed + rawFrames.join('') + (errorFrame ? sseFrame(errorFrame.value) : '')
  }

  /** The first chunk names the role; it goes out with the first content. */
  #role(): string {
    if (this.#begun) return ''
    this.#begun = true
    return this.#chunk({
      role: 'assistant',
      ...(this.#options.thinks ? { content: null, reasoning_content: '' } : { content: '' }),
    })
  }

  #delta(delta: string): object {
    if (this.#kind === 'tool') return { tool_calls: [{ index: this.#calls, function: { arguments: delta } }] }
    if (this.#kind === 'reasoning') return { content: null, reasoning_content: delta }
    return { content: delta, ...(this.#options.thinks && { reasoning_content: null }) }
  }

  #finish(finish: string): string {
    const { usage, faults, thinks } = this.#options
    const body = usage && usageBody(usage, thinks)
    const { usagePlacement } = faults
    const last = { content: '', ...(thinks && { reasoning_content: null }) }
    const inLast = usagePlacement === 'trailing' ? undefined : body
    const trailing = body && (usagePlacement === 'trailing' || usagePlacement === 'both')
    return (
      this.#chunk(last, { finish, usage: inLast }) +
      (trailing ? sseFrame({ ...this.#head(), choices: [], usage: body }) : '')
    )
  }

  #chunk(
    delta: unknown,
    { finish = null, usage }: { finish?: string | null; usage?: object | undefined } = {},
  ): string {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }]
    return sseFrame({ ...this.#head(), choices, ...this.#usageOf(usage) })
  }

  #usageOf(usage: object | undefined): { usage?: object | null } {
    const { includeUsage, faults, usage: whole, thinks } = this.#options
    if (usage) return { usage }
    if (faults.usagePlacement === 'every-chunk' && whole) return { usage: usageBody(whole, thinks) }
    return includeUsage ? { usage: null } : {}
  }

  #head(): object {
    const { id, created, model, fingerprint } = this.#options.head
    return { id, object: 'chat.completion.chunk', created, model, system_fingerprint: fingerprint }
  }
}
