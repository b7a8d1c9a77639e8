import type { ModelEvent } from '../../model/play-turn.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import { readRawDelta } from '../turn/read-raw-delta.ts'
import type { FlatDialect } from './dialect.ts'
import type { FlatSession } from './flat-session.ts'
import type { StepCalls } from './step-calls.ts'

type Block = 'text' | 'reasoning'

/** A text that is open: deltas are added to it. */
interface OpenText {
  readonly ordinal: number
  text: string
}

/** What a step is written with. */
export interface WriterContext {
  readonly dialect: FlatDialect
  readonly session: FlatSession
  readonly messageID: string
  readonly calls: StepCalls
}

/**
 * Tells what a model's stream says, piece by piece. All text of a stream is one, open until the stream ends; reasoning ends where
 * anything else begins (captures/1.18.33-api/02-reasoning.json and 03-tool-then-text.json).
 */
export class StepWriter {
  readonly #context: WriterContext
  readonly #open: { [kind in Block]?: OpenText } = {}
  readonly #counts: { [kind in Block]: number } = { text: 0, reasoning: 0 }
  /** What kind of block is streaming. */
  #kind: Block | 'tool' | undefined
  #started = false
  #hasOutput = false

  constructor(context: WriterContext) {
    this.#context = context
  }

  get messageID(): string {
    return this.#context.messageID
  }

  /** Whether the step was told at all. */
  get started(): boolean {
    return this.#started
  }

  /** Whether a piece of the answer was told. */
  get hasOutput(): boolean {
    return this.#hasOutput
  }

  /** Tells that the step begins, once. */
  start(): void {
    if (this.#started) return
    this.#started = true
    const { session, messageID } = this.#context
    const { agent, model } = session.record
    session.send({ kind: 'step-started', messageID, agent, model })
  }

  write(event: Exclude<ModelEvent, { type: 'finish' }>): void {
    const { calls, dialect } = this.#context
    switch (event.type) {
      case 'block-start':
        this.#kind = event.kind
        if (event.kind !== 'tool') break
        this.#begin()
        this.#end('reasoning')
        calls.begin(event.call)
        break
      case 'block-delta':
        if (this.#kind === 'tool') calls.append(event.delta)
        else if (this.#kind !== undefined) this.#append(this.#kind, event.delta)
        break
      case 'block-end':
        if (this.#kind === 'tool' && !dialect.callsAtEnd) calls.run()
        break
      case 'raw':
        for (const { kind, delta } of readRawDelta(event.block)) this.#append(kind, delta)
        break
      case 'content-end':
        this.start()
        break
      case 'start':
      case 'keep-alive':
        break // nothing of it reaches opencode's clients
    }
  }

  /** The stream is over: the calls run, and what is open ends. Returns the error that fails the step, where a call's arguments are no JSON. */
  endStream(): StructuredError | undefined {
    this.start()
    this.#end('reasoning')
    const fault = this.#context.calls.run()
    this.#end('text')
    return fault
  }

  /** Ends what is open, with all that was streamed of it. */
  flush(): void {
    this.#end('reasoning')
    this.#context.calls.flush()
    this.#end('text')
  }

  #begin(): void {
    this.start()
    this.#hasOutput = true
  }

  #append(block: Block, delta: string): void {
    if (delta === '') return
    this.#begin()
    if (block === 'text') this.#end('reasoning')
    const open = this.#open[block] ?? this.#start(block)
    open.text += delta
    const { session, messageID } = this.#context
    session.send({ kind: 'text-delta', messageID, block, ordinal: open.ordinal, delta })
  }

  #start(block: Block): OpenText {
    const open: OpenText = { ordinal: this.#counts[block], text: '' }
    this.#counts[block] += 1
    this.#open[block] = open
    const { session, messageID } = this.#context
    session.send({ kind: 'text-started', messageID, block, ordinal: open.ordinal })
    return open
  }

  #end(block: Block): void {
    const open = this.#open[block]
    if (!open) return
    delete this.#open[block]
    const { session, messageID } = this.#context
    session.send({ kind: 'text-ended', messageID, block, ordinal: open.ordinal, text: open.text })
  }
}
