import type { ModelEvent } from '../model/play-turn.ts'
import type { StreamOptions } from './stream-writer.ts'
import { usageBody } from './usage-body.ts'

interface JsonToolCall {
  readonly index: number
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** Writes a model's stream as one JSON answer: blank lines while it waits, then everything at once (facts/deepseek.md section 3.8). */
export class JsonWriter {
  readonly #options: StreamOptions
  #kind: 'reasoning' | 'text' | 'tool' = 'text'
  #content = ''
  #reasoning = ''
  readonly #calls: JsonToolCall[] = []
  #raw: Record<string, unknown> = {}

  constructor(options: StreamOptions) {
    this.#options = options
  }

  write(event: ModelEvent): string {
    switch (event.type) {
      case 'start':
      case 'block-end':
        return ''
      case 'keep-alive':
        return '\n'
      case 'block-start':
        this.#kind = event.kind
        if (event.kind === 'tool') {
          const { id, name } = event.call
          this.#calls.push({ index: this.#calls.length, id, type: 'function', function: { name, arguments: '' } })
        }
        return ''
      case 'block-delta':
        this.#append(event.delta)
        return ''
      case 'raw':
        this.#raw = { ...this.#raw, ...Object(event.block) }
        return ''
      case 'content-end':
        return this.#options.faults.errorFrame
          ? JSON.stringify(this.#options.faults.errorFrame.value)
          : this.#options.faults.rawFrames.join('')
      case 'finish':
        return this.#answer(event.finish)
    }
  }

  /** Without the finish, the answer comes here: JSON has to be whole. */
  end(): string {
    const { omitFinish, errorFrame, malformedTail } = this.#options.faults
    return (omitFinish && !errorFrame ? this.#answer(null) : '') + (malformedTail ? '{"' : '')
  }

  #append(delta: string): void {
    const call = this.#calls.at(-1)
    if (this.#kind === 'reasoning') this.#reasoning += delta
    else if (this.#kind === 'text' || !call) this.#content += delta
    else
      this.#calls.splice(-1, 1, { ...call, function: { ...call.function, arguments: call.function.arguments + delta } })
  }

  #answer(finish: string | null): string {
    const { head, thinks, usage } = this.#options
    const message = {
      role: 'assistant',
      content: this.#content,
      ...((thinks || this.#reasoning !== '') && { reasoning_content: this.#reasoning }),
      ...(this.#calls.length > 0 && { tool_calls: this.#calls }),
      ...this.#raw,
    }
    return JSON.stringify({
      id: head.id,
      object: 'chat.completion',
      created: head.created,
      model: head.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
      ...(usage && finish !== null && { usage: usageBody(usage, thinks) }),
      system_fingerprint: head.fingerprint,
    })
  }
}
