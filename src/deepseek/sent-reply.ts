import { isRecord } from '../model/checks.ts'
import type { RequestToolCall } from '../model/model-request.ts'
import type { ModelEvent } from '../model/play-turn.ts'

/** What an answer said, in the shape of the message in which a client sends it back. */
export interface SentReply {
  readonly text: string
  /** '' where it had none. */
  readonly reasoning: string
  readonly toolCalls: readonly RequestToolCall[]
}

/** Puts together what an answer said from its stream. */
export class ReplyCollector {
  #kind: 'reasoning' | 'text' | 'tool' = 'text'
  #text = ''
  #reasoning = ''
  readonly #calls: { id: string; name: string; arguments: string }[] = []

  add(event: ModelEvent): void {
    if (event.type === 'block-start') {
      this.#kind = event.kind
      if (event.kind === 'tool') this.#calls.push({ id: event.call.id, name: event.call.name, arguments: '' })
    }
    if (event.type === 'block-delta') this.#append(event.delta)
    if (event.type === 'raw' && isRecord(event.block)) {
      const { content, reasoning_content: thought } = event.block
      if (typeof content === 'string') this.#text += content
      if (typeof thought === 'string') this.#reasoning += thought
    }
  }

  /** What was said so far, as a copy. */
  get reply(): SentReply {
    return { text: this.#text, reasoning: this.#reasoning, toolCalls: this.#calls.map((call) => ({ ...call })) }
  }

  #append(delta: string): void {
    const call = this.#calls.at(-1)
    if (this.#kind === 'reasoning') this.#reasoning += delta
    else if (this.#kind === 'tool' && call) call.arguments += delta
    else this.#text += delta
  }
}
