import type { ModelEvent } from '../../../model/play-turn.ts'
import type { ScriptedTurn } from '../../../model/scripted-turn.ts'
import type { ToolCall } from '../../../model/tool-call.ts'
import type { AssistantInfo } from '../../../wire/message.ts'
import type { ReasoningPart, StepFinishPart, TextPart } from '../../../wire/part.ts'
import { SNAPSHOT } from '../../snapshot.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import { readRawDelta } from '../../turn/read-raw-delta.ts'
import type { StepTools } from './step-tools.ts'
import { StreamedCall } from './streamed-call.ts'
import { usageOf } from '../../turn/usage-of.ts'

type Streamed = TextPart | ReasoningPart

/**
 * Writes a model's stream into an assistant message, part by part, as facts/opencode-1x.md section 3 orders them. All text of a stream is
 * one part, open until the stream ends; reasoning ends where anything else begins (captures/1.18.33/03-tool-bash-then-text.json).
 */
export class StepWriter {
  readonly #server: V1Server
  readonly #session: Session
  readonly #tools: StepTools
  #info: AssistantInfo
  #text: Streamed | undefined
  #reasoning: Streamed | undefined
  /** The call whose arguments are streaming. */
  #call: StreamedCall | undefined

  constructor(server: V1Server, session: Session, { info, tools }: { info: AssistantInfo; tools: StepTools }) {
    this.#server = server
    this.#session = session
    this.#info = info
    this.#tools = tools
  }

  get info(): AssistantInfo {
    return this.#info
  }

  write(event: Exclude<ModelEvent, { type: 'finish' }>): void {
    switch (event.type) {
      case 'start':
        this.#session.putPart({ ...this.#newPart(), snapshot: SNAPSHOT, type: 'step-start' })
        break
      case 'block-start':
        if (event.kind === 'tool') this.#beginCall(event.call)
        else this.#open(event.kind)
        break
      case 'block-delta':
        if (this.#call) this.#call.append(event.delta)
        else this.#append(event.delta)
        break
      case 'block-end':
        this.#call?.run()
        this.#call = undefined
        break
      case 'raw':
        for (const { kind, delta } of readRawDelta(event.block)) {
          this.#open(kind)
          this.#append(delta)
        }
        break
      case 'keep-alive':
      case 'content-end':
        break // nothing of it reaches opencode's clients
    }
  }

  /** Ends the text and the reasoning that are open, with all that was streamed of them. */
  closeParts(): void {
    for (const part of [this.#text, this.#reasoning]) if (part) this.#close(part)
    this.forgetParts()
  }

  /** A stream that broke leaves what it had begun as it was: without its text, and without an end (facts/opencode-1x.md section 6). */
  forgetParts(): void {
    this.#text = undefined
    this.#reasoning = undefined
    this.#call = undefined
  }

  /** The end of the step: what it used, and the finish. `finish` in opencode's spelling. */
  finish({ finish, usage }: { readonly finish: string; readonly usage: ScriptedTurn['usage'] }): void {
    const { cost, tokens } = usageOf(this.#server.core, this.#info.modelID, usage)
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
    const files = [...this.#server.files.changesOf([this.#info.id]).keys()]
    if (files.length > 0) this.#session.putPart({ ...this.#newPart(), type: 'patch', hash: SNAPSHOT, files })
  }

  /** Ends the message, with the calls that never ran or did not get to their end. */
  complete(change: Partial<AssistantInfo> = {}): void {
    this.#tools.interrupt()
    this.update({ ...change, time: { ...this.#info.time, completed: this.#now() } })
  }

  update(change: Partial<AssistantInfo>): void {
    this.#info = { ...this.#info, ...change }
    this.#session.putMessage(this.#info)
  }

  #beginCall(call: ToolCall): void {
    this.#endReasoning()
    const run = this.#tools.begin(call)
    this.#call = new StreamedCall(() => run(call))
  }

  #open(kind: 'text' | 'reasoning'): void {
    if (kind === 'text') this.#endReasoning()
    if (kind === 'text' ? this.#text : this.#reasoning) return
    const part: Streamed = { ...this.#newPart(), type: kind, text: '', time: { start: this.#now() } }
    this.#set(part)
    this.#session.putPart(part)
  }

  /** Reasoning that is open takes a delta before the text, which stays open behind it. */
  #append(delta: string): void {
    const part = this.#reasoning ?? this.#text
    if (!part) return
    this.#set({ ...part, text: part.text + delta })
    this.#session.sendDelta(part, delta)
  }

  #set(part: Streamed): void {
    if (part.type === 'text') this.#text = part
    else this.#reasoning = part
  }

  #endReasoning(): void {
    if (this.#reasoning) this.#close(this.#reasoning)
    this.#reasoning = undefined
  }

  #close(part: Streamed): void {
    this.#session.putPart({ ...part, time: { start: part.time?.start ?? this.#now(), end: this.#now() } })
  }

  #newPart(): { id: string; messageID: string; sessionID: string } {
    return { id: this.#server.core.ids.next('prt'), messageID: this.#info.id, sessionID: this.#session.id }
  }

  #now(): number {
    return this.#server.core.clock.now()
  }
}
