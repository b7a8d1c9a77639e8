import { nextTurn } from '../../http/real-timers.ts'
import { TITLE_REPLY } from '../../model/side-replies.ts'
import type { Message, MessageError, UserInfo } from '../../wire/message.ts'
import { newAssistantMessage } from './assistant-message.ts'
import { playStep } from './play-step.ts'
import { promptText } from './prompt-text.ts'
import type { Session } from './session.ts'
import { StepWriter } from './step-writer.ts'
import type { V1Server } from './v1-server.ts'

/** After so many round-trips in one prompt a script is taken to be endless. */
const MAX_STEPS = 50

const ABORTED: MessageError = { name: 'MessageAbortedError', data: { message: 'Aborted' } }

/**
 * Works on the prompts of a session, step by step, until the model has had its last word: from busy to idle. Prompts that arrive
 * meanwhile are answered by the same loop.
 */
export class PromptLoop {
  readonly #server: V1Server
  readonly #session: Session
  readonly #controller = new AbortController()
  #stopped = false
  #abortedInRetry = false
  /** Resolves when the session is idle again: with the loop's last assistant message, undefined where it was stopped before one. */
  readonly done: Promise<Message | undefined>

  constructor(server: V1Server, session: Session) {
    this.#server = server
    this.#session = session
    this.done = this.#run().finally(() => this.#leave())
  }

  /** Whether the user's abort, or the server's end, is under way. */
  get aborted(): boolean {
    return this.#controller.signal.aborted
  }

  /** The user's abort, with the first of its two idle bursts; resolves when the loop is over (facts/opencode-1x.md section 5). */
  async abort(): Promise<void> {
    if (!this.aborted) {
      this.#abortedInRetry = this.#session.status.type === 'retry'
      if (!this.#abortedInRetry) {
        this.#session.sendError(ABORTED)
        this.#session.setStatus({ type: 'idle' })
      }
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
    for (let step = 1; ; step += 1) {
      const prompt = this.#lastPrompt()
      const writer = new StepWriter(this.#server, session, newAssistantMessage(this.#server, session, prompt))
      session.putMessage(writer.info)
      if (step === 1) this.#giveTitle()
      this.#summarise(prompt)
      const goesOn = step > MAX_STEPS ? this.#stopLoop(writer) : await this.#playStep(writer, prompt)
      if (goesOn && this.aborted) this.#endBetweenSteps()
      if (!goesOn || this.aborted) return session.message(writer.info.id)
    }
  }

  /** A script that never ends fails the turn, and stands in the misses: no real server would stop here. */
  #stopLoop(writer: StepWriter): false {
    this.#server.core.addMiss({ kind: 'script', message: TOO_MANY_STEPS })
    return this.#fail(writer, { name: 'UnknownError', data: { message: TOO_MANY_STEPS } })
  }

  /** Plays one step; true when the loop goes on with another. */
  async #playStep(writer: StepWriter, prompt: UserInfo): Promise<boolean> {
    const session = this.#session
    let goesOn = false
    const end = await playStep(this.#server, session, writer, {
      prompt: promptText(session.message(prompt.id)?.parts ?? []),
      signal: this.#controller.signal,
      onFinish: () => {
        goesOn = this.#finishStep(writer, prompt)
      },
    })
    if (this.#stopped || end.type === 'finished') return goesOn
    if (end.type === 'failed' && !this.aborted) return this.#fail(writer, end.error)
    writer.closePart()
    writer.complete(this.#abortedInRetry ? {} : { error: ABORTED })
    session.setStatus({ type: 'idle' })
    return false
  }

  /** Completes the step whose finish was just written; true when the loop goes on with another. */
  #finishStep(writer: StepWriter, prompt: UserInfo): boolean {
    const session = this.#session
    const { finish } = writer.info
    if (finish === 'content-filter') return this.#block(writer)
    writer.complete()
    session.setStatus({ type: 'busy' })
    if (this.#continuesAfter(finish) || this.#lastPrompt().id !== prompt.id) return true
    this.#leave()
    session.setStatus({ type: 'idle' })
    session.touch()
    session.sendDiff()
    session.putMessage(summarised(prompt))
    return false
  }

  /** An abort that came when one step was over and the next not begun has no message to complete. */
  #endBetweenSteps(): void {
    if (!this.#stopped) this.#session.setStatus({ type: 'idle' })
  }

  /**
   * Called before the last idle is told: a prompt that comes on it must not find a loop that will never see it. After an abort it
   * waits for the end instead.
   */
  #leave(): void {
    if (this.#session.loop === this) this.#session.loop = undefined
  }

  #continuesAfter(finish: string | undefined): boolean {
    // Up to 1.18.20 a stream without a finish ended the turn (facts/opencode-1x.md section 6).
    const patch = Number(this.#server.core.settings.version.split('.')[2])
    return finish === 'tool-calls' || (finish === 'unknown' && patch >= 21)
  }

  /** Error, idle, the completed message, idle again: the end of every fatal error (facts/opencode-1x.md section 7). */
  #fail(writer: StepWriter, error: MessageError): false {
    this.#leave()
    this.#session.sendError(error)
    this.#session.setStatus({ type: 'idle' })
    writer.closePart()
    writer.complete({ error })
    this.#session.setStatus({ type: 'idle' })
    return false
  }

  /** The provider's content filter: the message first, then the error, one idle burst (facts/opencode-1x.md section 6). */
  #block(writer: StepWriter): false {
    const error = {
      name: 'ContentFilterError',
      data: { message: "The response was blocked by the provider's content filter" },
    }
    this.#leave()
    writer.complete({ error })
    writer.complete({ error })
    this.#session.sendError(error)
    this.#session.setStatus({ type: 'idle' })
    return false
  }

  /** A session that was given no title asks the model for one, beside the first step, and takes no reply of the script for it. */
  #giveTitle(): void {
    const { info, messages } = this.#session
    const first = messages.filter((message) => message.info.role === 'user').length === 1
    const untitled = info.title?.startsWith('New session - ') ?? false
    if (first && untitled && info.parentID === undefined) this.#session.update({ title: TITLE_REPLY })
  }

  /** The summary of what changed on disk, which a fake never changes. The real server sends it at any place up to mid-stream. */
  #summarise(prompt: UserInfo): void {
    this.#session.touch({ summary: { additions: 0, deletions: 0, files: 0 } })
    this.#session.sendDiff()
    this.#session.putMessage(summarised(prompt))
  }

  #lastPrompt(): UserInfo {
    const prompt = this.#session.messages.findLast(({ info }) => info.role === 'user')?.info
    if (prompt?.role !== 'user') throw new Error(`session ${this.#session.id} has no prompt to work on`)
    return prompt
  }
}

const summarised = (prompt: UserInfo): UserInfo => ({ ...prompt, summary: { diffs: [] } })

const TOO_MANY_STEPS = `the script asked for more than ${MAX_STEPS} round-trips in one prompt; a finish of 'tool_calls' or an unknown one goes on forever`
