import { nextTurn } from '../../http/real-timers.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import { MAX_STEPS, TOO_MANY_STEPS } from '../turn/max-steps.ts'
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
    for (let count = 1; !signal.aborted; count += 1) {
      if (count > MAX_STEPS) return failed(this.#tooManySteps())
      const end = await playStep(this.#machine, session, signal)
      if (end.type !== 'finished') return endOf(end)
      const steered = this.#promoteSteers()
      if (!end.goesOn && !steered && !this.#promoteQueued()) return { kind: 'execution-ended', outcome: 'succeeded' }
    }
    return endOf({ type: 'stopped', reason: 'user' })
  }

  /** Takes up all that steers; false: nothing does. */
  #promoteSteers(): boolean {
    const { inbox } = this.#session
    const steers = inbox.waiting.filter(({ delivery }) => delivery === 'steer')
    for (const prompt of steers) this.#session.promote(prompt)
    return steers.length > 0
  }

  #promoteQueued(): boolean {
    const prompt = this.#session.inbox.next('queue')
    if (prompt) this.#session.promote(prompt)
    return prompt !== undefined
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

function endOf(end: Exclude<StepEnd, { type: 'finished' }>): End {
  if (end.type === 'failed') return failed(end.error)
  if (end.type === 'unfinished') return { kind: 'execution-ended', outcome: 'interrupted' }
  return { kind: 'execution-ended', outcome: 'interrupted', reason: end.reason }
}
