import { nextTurn } from '../../http/real-timers.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import { MAX_STEPS, TOO_MANY_STEPS } from '../turn/max-steps.ts'
import { hasOutgrown } from '../turn/has-outgrown.ts'
import type { Admission } from './admission.ts'
import type { FlatEvent } from './flat-event.ts'
import type { FlatMachine } from './flat-machine.ts'
import type { FlatSession } from './flat-session.ts'
import { playStep, type StepEnd } from './play-step.ts'

type End = Extract<FlatEvent, { kind: 'execution-ended' }>

/**
 * Works on the prompts of a session, step by step, until there is nothing left to do. Prompts that arrive meanwhile are taken up by
 * the same execution: between two steps those that steer, behind the last step those that queue
 * (captures/1.18.33-api/10a-busy-steer.json, 10c-steer-during-final-text.json).
 */
export class FlatExecution {
  readonly #machine: FlatMachine
  readonly #session: FlatSession
  readonly #controller = new AbortController()
  /** Those that were taken up and not played yet. */
  readonly #compactions: Admission[] = []
  /** Whether the model has to be asked: a prompt was taken up, or its last step called tools. */
  #owesStep = false
  /** Whether the history was compacted because the model could not take it: that is tried once. */
  #overflowed = false
  /** Resolves when the session has nothing at work any more. */
  readonly done: Promise<void>

  constructor(machine: FlatMachine, session: FlatSession) {
    this.#machine = machine
    this.#session = session
    this.done = this.#run()
      .catch((error: unknown): End => this.#crash(error))
      .then((end) => this.#leave(end))
  }

  /** Stops it; `done` resolves when that is told. Does nothing where it was stopped before. */
  interrupt(): void {
    this.#controller.abort()
  }

  async #run(): Promise<End> {
    // The answer to the prompt leaves first.
    await nextTurn()
    const session = this.#session
    const { signal } = this.#controller
    session.send({ kind: 'execution-started' })
    const unknown = this.#machine.unknownModel(session)
    if (unknown && !this.#machine.dialect.unknownModel.promotes) return failed(unknown)
    if (!this.#promoteSteers()) this.#promoteQueued()
    if (unknown) return failed(unknown)
    // What waited may have been taken back meanwhile: the model is asked all the same.
    this.#owesStep ||= this.#compactions.length === 0
    for (let count = 1; !signal.aborted; count += 1) {
      if (count > MAX_STEPS) return failed(this.#tooManySteps())
      const end = (await this.#playCompactions()) ?? (this.#owesStep ? await this.#playStep() : undefined)
      if (end) return end
      const steered = this.#promoteSteers()
      if (!this.#owesStep && !steered && !this.#promoteQueued())
        return { kind: 'execution-ended', outcome: 'succeeded' }
    }
    return endOf({ type: 'stopped', reason: 'user' })
  }

  /** Plays the next step. Returns the end of the execution, if that is it. */
  async #playStep(): Promise<End | undefined> {
    const { dialect, core } = this.#machine
    const compacts = dialect.compact !== undefined && !this.#overflowed
    const end = await playStep(this.#machine, this.#session, { signal: this.#controller.signal, compacts })
    if (end.type === 'overflow') {
      this.#overflowed = true
      return this.#compact()
    }
    if (end.type !== 'finished') return endOf(end)
    this.#owesStep = end.goesOn
    return end.goesOn && hasOutgrown(end, core.settings.contextWindow) ? this.#compact() : undefined
  }

  /** Compacts the history between two steps; one that fails ends the execution. */
  async #compact(): Promise<End | undefined> {
    const error = await this.#machine.dialect.compact?.(this.#machine, this.#session, {
      signal: this.#controller.signal,
    })
    if (this.#controller.signal.aborted) return endOf({ type: 'stopped', reason: 'user' })
    return error && failed(error)
  }

  /** Plays the compactions that clients asked for; one that fails ends nothing. */
  async #playCompactions(): Promise<End | undefined> {
    const { signal } = this.#controller
    for (const { id } of this.#compactions.splice(0)) {
      await this.#machine.dialect.compact?.(this.#machine, this.#session, { inputID: id, signal })
      if (signal.aborted) return endOf({ type: 'stopped', reason: 'user' })
    }
    return undefined
  }

  /** Takes up all that steers; false: nothing does. */
  #promoteSteers(): boolean {
    const { inbox } = this.#session
    const steers = inbox.waiting.filter(({ delivery }) => delivery === 'steer')
    for (const prompt of steers) this.#promote(prompt)
    return steers.length > 0
  }

  #promoteQueued(): boolean {
    const prompt = this.#session.inbox.next('queue')
    if (prompt) this.#promote(prompt)
    return prompt !== undefined
  }

  #promote(item: Admission): void {
    this.#session.promote(item)
    if (item.type === 'compaction') this.#compactions.push(item)
    else this.#owesStep = true
  }

  /** A script that never ends fails the run, and stands in the misses: no real server would stop here. */
  #tooManySteps(): StructuredError {
    this.#machine.core.addMiss({ kind: 'script', message: TOO_MANY_STEPS })
    return this.#machine.dialect.error('script', TOO_MANY_STEPS)
  }

  /** What throws between the steps must not leave the session at work for ever. */
  #crash(error: unknown): End {
    return failed(this.#machine.dialect.error('script', this.#machine.core.scriptFault(error)))
  }

  /** From now on a prompt needs a new execution: before the end is told, as somebody may send one on it. */
  #leave(end: End): void {
    const session = this.#session
    if (session.execution === this) session.execution = undefined
    session.send(end)
    session.running = session.execution !== undefined
  }
}

const failed = (error: StructuredError): End => ({ kind: 'execution-ended', outcome: 'failed', error })

function endOf(end: Exclude<StepEnd, { type: 'finished' | 'overflow' }>): End {
  if (end.type === 'failed') return failed(end.error)
  if (end.type === 'unfinished') return { kind: 'execution-ended', outcome: 'interrupted' }
  return { kind: 'execution-ended', outcome: 'interrupted', reason: end.reason }
}
