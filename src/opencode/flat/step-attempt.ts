import { relative } from 'node:path/posix'
import type { ModelRequest } from '../../model/model-request.ts'
import type { Tokens } from '../../wire/tokens.ts'
import type { ScriptedTurn } from '../../model/scripted-turn.ts'
import { usageOf } from '../turn/usage-of.ts'
import type { FlatFailure, StopReason } from './dialect.ts'
import type { FlatMachine } from './flat-machine.ts'
import type { FlatSession } from './flat-session.ts'
import { toModelMessages } from './model-request.ts'
import type { StepEnd } from './play-step.ts'
import { StepCalls } from './step-calls.ts'
import { StepWriter } from './step-writer.ts'

/** How a stream ended: its finish in opencode's spelling, and as it was sent. */
export interface StreamEnd {
  readonly finish: string
  readonly rawFinish: string
  readonly usage: ScriptedTurn['usage']
}

/** One assistant message at work: its stream, its calls, and its ends. */
export class StepAttempt {
  readonly session: FlatSession
  readonly writer: StepWriter
  readonly calls: StepCalls
  readonly #machine: FlatMachine
  readonly #messageID: string

  /** `messageID`: that of a step which is tried again. */
  constructor(machine: FlatMachine, session: FlatSession, messageID: string = machine.core.ids.next('msg')) {
    const rules = machine.rulesOf(session)
    this.#machine = machine
    this.session = session
    this.#messageID = messageID
    this.calls = new StepCalls({ machine, session, messageID, rules })
    this.writer = new StepWriter({ dialect: machine.dialect, session, messageID, calls: this.calls })
  }

  /** The same message once more. */
  again(): StepAttempt {
    return new StepAttempt(this.#machine, this.session, this.#messageID)
  }

  /** The text of the prompt that the step answers. */
  get promptText(): string {
    const prompt = this.session.messages.findLast(({ type }) => type === 'user')
    return prompt?.type === 'user' ? prompt.text : ''
  }

  request(attempt: number): ModelRequest & { readonly session: string } {
    const { id, messages, record } = this.session
    const { toolResult, tools } = this.#machine.dialect
    const offered = Object.keys(tools).toSorted((one, other) => one.localeCompare(other))
    return {
      model: record.model.id,
      messages: toModelMessages(
        messages.filter((message) => message.id !== this.#messageID),
        toolResult,
      ),
      tools: offered.map((name) => ({ name })),
      toolChoice: 'auto',
      session: id,
      attempt,
    }
  }

  /** All of the answer is there. */
  streamed(): void {
    this.session.send({ kind: 'step-streamed', messageID: this.#messageID })
  }

  /** Tells the end of the step, with what it used. Returns its tokens. */
  end({ finish, rawFinish, usage }: StreamEnd): Tokens {
    const used = this.#used(usage)
    const files = [...this.#machine.files.changesOf([this.#messageID]).keys()]
    const { directory } = this.session.record
    this.session.send({
      kind: 'step-ended',
      messageID: this.#messageID,
      finish,
      rawFinish,
      ...used,
      files: files.map((file) => relative(directory, file)),
    })
    return used.tokens
  }

  /** The step failed: what is open ends first. */
  fail({ error, finish }: FlatFailure, end?: StreamEnd): StepEnd {
    this.writer.start()
    this.writer.flush()
    this.calls.stop()
    this.session.send({
      kind: 'step-failed',
      messageID: this.#messageID,
      error,
      ...(finish !== undefined && { finish }),
      ...(end && this.#used(end.usage)),
    })
    return { type: 'failed', error }
  }

  /** Somebody stopped it. A step of which nothing was told leaves nothing behind (captures/1.18.33-api/06c-interrupt-before-first-token.json). */
  stop(reason: StopReason, phase: 'stream' | 'tools', end?: StreamEnd): StepEnd {
    if (!this.writer.started) return { type: 'stopped', reason }
    this.writer.flush()
    this.calls.stop(reason)
    const told = this.#machine.dialect.stoppedStep(reason, phase)
    if (told === 'ended' && end) this.end(end)
    else if (told !== undefined && told !== 'ended') {
      this.session.send({ kind: 'step-failed', messageID: this.#messageID, error: told })
    }
    return { type: 'stopped', reason }
  }

  /** Its stream ended without a finish: it gets no end (captures/1.18.33-api/07g-stream-end-no-finish.json). */
  leave(): StepEnd {
    this.writer.start()
    this.writer.flush()
    return { type: 'unfinished' }
  }

  #used(usage: StreamEnd['usage']): Pick<ReturnType<typeof usageOf>, 'cost' | 'tokens'> {
    const { core, dialect } = this.#machine
    const { cost, tokens } = usageOf(core, this.session.record.model.id, usage)
    return { cost: dialect.cost(cost), tokens }
  }
}
