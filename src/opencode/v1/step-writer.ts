import type { ModelEvent } from '../../model/play-turn.ts'
import { costOf } from '../../model/price.ts'
import { usageTokens } from '../../model/usage.ts'
import type { AssistantInfo } from '../../wire/message.ts'
import type { ReasoningPart, StepFinishPart, TextPart } from '../../wire/part.ts'
import type { Tokens } from '../../wire/tokens.ts'
import { finishReason } from './finish-reason.ts'
import type { Session } from './session.ts'
import type { V1Server } from './v1-server.ts'

/** The fake's worktree never changes, so neither does the hash of its snapshot. */
const SNAPSHOT = 'fa4e5a9500000000000000000000000000000001'

const NO_TOKENS: Tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }

/** Writes a model's stream into an assistant message, part by part, as facts/opencode-1x.md section 3 orders them. */
export class StepWriter {
  readonly #server: V1Server
  readonly #session: Session
  #info: AssistantInfo
  #open: TextPart | ReasoningPart | undefined

  constructor(server: V1Server, session: Session, info: AssistantInfo) {
    this.#server = server
    this.#session = session
    this.#info = info
  }

  get info(): AssistantInfo {
    return this.#info
  }

  write(event: ModelEvent): void {
    switch (event.type) {
      case 'start':
        this.#session.putPart({ ...this.#newPart(), snapshot: SNAPSHOT, type: 'step-start' })
        break
      case 'block-start': {
        if (event.kind === 'tool') break // refused where the reply is read
        const part: TextPart | ReasoningPart = {
          ...this.#newPart(),
          type: event.kind,
          text: '',
          time: { start: this.#now() },
        }
        this.#open = part
        this.#session.putPart(part)
        break
      }
      case 'block-delta':
        if (this.#open) this.#append(this.#open, event.delta)
        break
      case 'block-end':
        this.closePart()
        break
      case 'keep-alive':
      case 'raw':
      case 'content-end':
        break // nothing of it reaches opencode's clients
      case 'finish':
        this.#finish(finishReason(event.finish), this.#usage(event.usage))
        break
    }
  }

  /** Closes the text or reasoning that is open, with all that was streamed of it. */
  closePart(): void {
    if (!this.#open) return
    const { time } = this.#open
    this.#session.putPart({ ...this.#open, time: { start: time?.start ?? this.#now(), end: this.#now() } })
    this.#open = undefined
  }

  /** Ends the message: exactly once, whatever became of the step. */
  complete(change: Partial<AssistantInfo> = {}): void {
    this.#info = { ...this.#info, ...change, time: { ...this.#info.time, completed: this.#now() } }
    this.#session.putMessage(this.#info)
  }

  #append(part: TextPart | ReasoningPart, delta: string): void {
    this.#open = { ...part, text: part.text + delta }
    this.#session.sendDelta(part, delta)
  }

  #finish(finish: string, { cost, tokens }: { cost: number; tokens: Tokens }): void {
    const { id, messageID, sessionID } = this.#newPart()
    const part: StepFinishPart = {
      id,
      reason: finish,
      snapshot: SNAPSHOT,
      messageID,
      sessionID,
      type: 'step-finish',
      tokens,
      cost,
    }
    this.#session.putPart(part)
    this.#session.addUsage(cost, tokens)
    this.#info = { ...this.#info, cost, tokens, finish }
    this.#session.putMessage(this.#info)
  }

  #usage(usage: Extract<ModelEvent, { type: 'finish' }>['usage']): { cost: number; tokens: Tokens } {
    const { cost, tokens, prices } = this.#server.core.settings
    if (usage === 'omitted') return { cost: 0, tokens: NO_TOKENS }
    if (usage === 'default') return { cost, tokens: usageTokens({ prompt: tokens[0], completion: tokens[1] }) }
    const counted = usageTokens(usage)
    const price = prices[this.#info.modelID ?? '']
    return { cost: price ? costOf(counted, price) : 0, tokens: counted }
  }

  #newPart(): { id: string; messageID: string; sessionID: string } {
    return { id: this.#server.core.ids.next('prt'), messageID: this.#info.id, sessionID: this.#session.id }
  }

  #now(): number {
    return this.#server.core.clock.now()
  }
}
