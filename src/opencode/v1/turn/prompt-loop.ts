import { nextTurn } from '../../../http/real-timers.ts'
import type { Message, UserInfo } from '../../../wire/message.ts'
import type { Session } from '../session.ts'
import { MAX_STEPS, TOO_MANY_STEPS } from '../../turn/max-steps.ts'
import { unknownModel } from '../unknown-model.ts'
import type { V1Server } from '../v1-server.ts'
import { markOf } from './compaction.ts'
import { giveTitle } from './give-title.ts'
import { pendingSubtasks, playSubtask } from './play-subtask.ts'
import { playStep } from './play-step.ts'
import { prepareCompaction, prepareStep, type Step } from './prepare-step.ts'
import { sendSummary } from './send-summary.ts'
import { StepCloser } from './step-closer.ts'

/**
 * Works on the prompts of a session, step by step, until the model has had its last word: from busy to idle. Prompts that arrive
 * meanwhile are answered by the same loop.
 */
export class PromptLoop {
  readonly #server: V1Server
  readonly #session: Session
  readonly #closer: StepCloser
  readonly #controller = new AbortController()
  readonly #abortListeners: (() => void)[] = []
  #stopped = false
  /** Whether a step is at work: an abort outside one tells no error (facts/opencode-1x.md section 5). */
  #playing = false
  #abortedInRetry = false
  /** Whether there was no agent for a sub-task: its prompt is answered with an error. */
  #failed = false
  /** Resolves when the abort's error and first idle were told. */
  #announced: Promise<void> = Promise.resolve()
  /** The prompt whose summary is still to be told. */
  #unsummarised: UserInfo | undefined
  /** Resolves when the session is idle again: with the loop's last assistant message, undefined where there is none or it failed before. */
  readonly done: Promise<Message | undefined>

  constructor(server: V1Server, session: Session) {
    this.#server = server
    this.#session = session
    this.#closer = new StepCloser(server, session, { leave: () => this.#leave() })
    this.done = this.#run()
      .catch((error: unknown) => this.#crash(error))
      .finally(() => this.#leave())
  }

  /** Whether the user's abort, or the server's end, is under way. */
  get aborted(): boolean {
    return this.#controller.signal.aborted
  }

  /** `listener` is called when the user aborts, after the first idle burst. */
  onAbort(listener: () => void): void {
    this.#abortListeners.push(listener)
  }

  /** The user's abort; sub-agents are aborted before. Resolves when the loop is over (facts/opencode-1x.md section 5). */
  async abort(): Promise<void> {
    if (!this.aborted) {
      this.#abortedInRetry = this.#session.status.type === 'retry'
      const tells = this.#playing && !this.#abortedInRetry
      const children = this.#server.childrenOf(this.#session).flatMap(({ loop }) => (loop ? [loop.abort()] : []))
      const tell = (): void => {
        if (tells) this.#closer.announceAbort()
      }
      if (children.length > 0) this.#announced = Promise.all(children).then(tell)
      else tell()
      for (const listener of this.#abortListeners) listener()
      this.#controller.abort()
    }
    await this.done
  }

  /** Ends the loop without a word: the server closes, or the session was deleted. */
  stop(): void {
    this.#stopped = true
    this.#controller.abort()
  }

  async #run(): Promise<Message | undefined> {
    // The answer to `prompt_async` leaves first (facts/opencode-1x.md section 3).
    await nextTurn()
    if (this.#stopped) return undefined
    const session = this.#session
    session.setStatus({ type: 'busy' })
    for (let count = 1; ; count += 1) {
      const prompt = this.#lastPrompt()
      const step = await this.#nextStep(prompt, count)
      if (!step) return this.#failed ? undefined : this.#lastMessage()
      const goesOn = count > MAX_STEPS ? this.#stopLoop(step) : await this.#play(step)
      if (this.#stopped || !goesOn) return session.message(step.writer.info.id)
      if (!this.aborted) continue
      // An abort that came when one step was over and the next not begun has no message to complete.
      this.#closer.end({ summarise: this.#unsummarised })
      return session.message(step.writer.info.id)
    }
  }

  /** Begins the next step. undefined: the loop ends without one. */
  async #nextStep(prompt: UserInfo, count: number): Promise<Step | undefined> {
    const session = this.#session
    const unknown = unknownModel(this.#server, prompt.model)
    if (unknown) {
      session.sendError(unknown)
      this.#closer.end()
      return undefined
    }
    const compacts = markOf(session.message(prompt.id)) !== undefined
    const subtasks = pendingSubtasks(session, prompt)
    if (count === 1 && !compacts) giveTitle(this.#server, session, prompt)
    for (const subtask of subtasks) {
      if (!(await playSubtask(this.#server, session, { subtask, prompt, signal: this.#controller.signal }))) {
        this.#failed = !this.aborted
        if (!this.#stopped) this.#closer.end()
        return undefined
      }
      session.setStatus({ type: 'busy' })
    }
    const step = compacts
      ? prepareCompaction(this.#server, session, prompt)
      : prepareStep(this.#server, session, this.#lastPrompt())
    // Sub-tasks are steps of their own, and only the first step begins with a summary.
    const first = count === 1 && !compacts && subtasks.length === 0
    if (first && !this.aborted) sendSummary(this.#server, session, prompt)
    if (this.#unsummarised) sendSummary(this.#server, session, this.#unsummarised)
    this.#unsummarised = undefined
    return step
  }

  /** Plays one step; true when the loop goes on with another. */
  async #play(step: Step): Promise<boolean> {
    const { signal } = this.#controller
    let goesOn = false
    const onFinish = (): void => {
      this.#playing = false
      goesOn = this.#closer.finish(step)
      if (goesOn) this.#unsummarised = step.prompt
    }
    this.#playing = !signal.aborted
    const end = await playStep(this.#server, this.#session, { ...step, signal, onFinish })
    this.#playing = false
    if (this.#stopped || end.type === 'finished') return goesOn
    if (!this.aborted && end.type === 'failed') return this.#closer.fail(step, end.error)
    if (!this.aborted && end.type === 'overflow') return this.#closer.overflow(step, end.error)
    await this.#announced
    this.#closer.abort(step, { inRetry: this.#abortedInRetry })
    return false
  }

  /** What throws between the steps must not leave the session busy for ever. */
  #crash(error: unknown): undefined {
    if (this.#stopped) return
    this.#session.sendError(this.#server.scriptFault(error))
    this.#closer.end()
  }

  /** A script that never ends fails the turn, and stands in the misses: no real server would stop here. */
  #stopLoop(step: Step): false {
    this.#server.core.addMiss({ kind: 'script', message: TOO_MANY_STEPS })
    return this.#closer.fail(step, { name: 'UnknownError', data: { message: TOO_MANY_STEPS } })
  }

  /**
   * Called before the last idle is told: a prompt that comes on it must not find a loop that will never see it. After an abort it
   * waits for the end instead.
   */
  #leave(): void {
    if (this.#session.loop === this) this.#session.loop = undefined
  }

  #lastMessage(): Message | undefined {
    return this.#session.messages.findLast(({ info }) => info.role === 'assistant')
  }

  #lastPrompt(): UserInfo {
    const prompt = this.#session.messages.findLast(({ info }) => info.role === 'user')?.info
    if (prompt?.role !== 'user') throw new Error(`session ${this.#session.id} has no prompt to work on`)
    return prompt
  }
}
