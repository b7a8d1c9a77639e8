import { describe } from '../../../errors.ts'
import { nextTurn } from '../../../http/real-timers.ts'
import type { ToolCall } from '../../../model/tool-call.ts'
import type { AssistantInfo } from '../../../wire/message.ts'
import type { ToolPart, ToolState } from '../../../wire/part.ts'
import { RequestRefused } from '../../pending-requests.ts'
import type { PermissionRule } from '../../permission-rules.ts'
import type { Session } from '../session.ts'
import { checkInput } from '../tools/check-input.ts'
import { type CallToPlay, readCall } from '../tools/read-call.ts'
import type { ToolEnd } from '../../tools/tool-end.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import type { Tool, ToolRun } from '../tools/tool.ts'
import type { V1Server } from '../v1-server.ts'

/** What the tools of a step are played with. */
export interface ToolContext {
  readonly server: V1Server
  readonly session: Session
  readonly message: AssistantInfo
  readonly rules: readonly PermissionRule[]
  readonly offered: Readonly<Record<string, Tool>>
}

interface OpenCall {
  part: ToolPart
  readonly controller: AbortController
  /** Whether it was shown as running: what the tool shows before goes with it. */
  shown: boolean
  /** What an abort makes of it, while it runs. */
  aborted?: () => ToolEnd | undefined
  done: Promise<void>
}

/**
 * The tool calls of one step, each a part: pending while its arguments stream, then running, then completed or failed. They run side
 * by side and while the stream goes on (facts/opencode-1x.md section 4).
 */
export class StepTools {
  readonly #context: ToolContext
  readonly #open = new Set<OpenCall>()
  /** All calls of the step: one that has its end may still be at work. */
  readonly #calls: OpenCall[] = []
  #ended = false
  #structured: { readonly value: unknown } | undefined

  constructor(context: ToolContext) {
    this.#context = context
  }

  /** Whether a person has refused what a call needed: the turn ends with this step. */
  get ended(): boolean {
    return this.#ended
  }

  /** The value of a structured output, when one was given. */
  get structured(): { readonly value: unknown } | undefined {
    return this.#structured
  }

  /** A call whose arguments begin to stream. The returned function runs it, once they are all there. */
  begin({ id, name }: ToolCall): (call: ToolCall) => void {
    const { session, server, message } = this.#context
    const part: ToolPart = {
      id: server.core.ids.next('prt'),
      messageID: message.id,
      sessionID: session.id,
      type: 'tool',
      tool: name,
      callID: id,
      state: { status: 'pending', input: {}, raw: '' },
    }
    const open: OpenCall = { part, controller: new AbortController(), shown: false, done: Promise.resolve() }
    this.#open.add(open)
    this.#calls.push(open)
    session.putPart(part)
    return (call) => {
      open.done = this.#play(open, call)
    }
  }

  /** Resolves when no call runs any more. Calls whose arguments never came are left open. */
  async settled(): Promise<void> {
    await Promise.all(this.#calls.map(({ done }) => done))
  }

  /** Stops what runs: what an abort makes of a call is told now, the others stay as they are until the step ends. */
  abort(): void {
    for (const open of this.#open) {
      const end = open.aborted?.()
      open.controller.abort()
      if (end) this.#complete(open, end)
    }
  }

  /**
   * Stops what a stream that broke had called: commands at once, what needs longer than a moment then. Other calls get to their end,
   * which the model is not told.
   */
  async stop(): Promise<void> {
    for (const open of this.#open) {
      const end = open.aborted?.()
      if (!end) continue
      open.controller.abort()
      this.#complete(open, end)
    }
    if (this.#open.size === 0) return
    await nextTurn()
    await nextTurn()
    for (const { controller } of this.#open) controller.abort()
  }

  /** Ends the calls that are still open, as the step does when it ends. */
  interrupt(): void {
    for (const open of this.#open) {
      const { state } = open.part
      const metadata = { ...state.metadata, interrupted: true }
      this.#end(open, { ...state, status: 'error', error: 'Tool execution aborted', metadata })
    }
  }

  async #play(open: OpenCall, call: ToolCall): Promise<void> {
    const { offered } = this.#context
    const played = readCall(call, offered)
    const run = this.#toRun(open, call, played)
    open.aborted = () => played.tool.aborted?.(run)
    const state: ToolState = { status: 'running', input: played.input, time: { start: this.#now() } }
    open.part = { ...open.part, tool: played.name, state }
    try {
      const work = this.#work(open, run, played)
      // What the tool told before its first wait stands before this (captures/1.18.33/12a-question-reply.json).
      open.shown = true
      this.#put(open)
      this.#complete(open, await work)
    } catch (error) {
      this.#fail(open, error)
    }
  }

  async #work(open: OpenCall, run: ToolRun, { name, tool, input }: CallToPlay): Promise<ToolEnd> {
    checkInput(name, tool, input)
    const { server, session, rules } = this.#context
    const place = { messageID: run.message.id, callID: run.callID }
    for (const ask of tool.asks?.(run) ?? []) {
      const asking = server.permissions.ask(session, place, ask, { rules, signal: open.controller.signal })
      if (!asking) continue
      // What waits for a person has not begun: an abort finds nothing to make an end of (captures/1.18.33/11e).
      const { aborted } = open
      delete open.aborted
      await asking
      if (aborted) open.aborted = aborted
    }
    return tool.play(run)
  }

  #toRun(open: OpenCall, call: ToolCall, { name, input }: CallToPlay): ToolRun {
    const { server, session, message } = this.#context
    return {
      server,
      session,
      message,
      name,
      callID: call.id,
      input,
      outcome: call.result,
      signal: open.controller.signal,
      show: (shown) => {
        open.part = { ...open.part, state: { ...open.part.state, ...shown } }
        this.#put(open)
      },
      fail: (text) => this.#fail(open, new ToolFailure(text)),
      structure: (value) => {
        this.#structured = { value }
      },
    }
  }

  #complete(open: OpenCall, { output, title, metadata }: ToolEnd): void {
    const { input } = open.part.state
    this.#end(open, { status: 'completed', input, output, title, metadata })
  }

  #fail(open: OpenCall, error: unknown): void {
    if (!this.#open.has(open) || open.controller.signal.aborted) return
    const { input, metadata } = open.part.state
    const text = error instanceof Error ? error.message : describe(error)
    if (error instanceof RequestRefused && error.ends) this.#ended = true
    else if (!(error instanceof ToolFailure || error instanceof RequestRefused)) this.#context.server.scriptFault(error)
    this.#end(open, { status: 'error', input, error: text, ...(metadata && { metadata }) })
  }

  #end(open: OpenCall, state: ToolState): void {
    if (!this.#open.delete(open)) return
    const start = open.part.state.time?.start ?? this.#now()
    open.part = { ...open.part, state: { ...state, time: { start, end: this.#now() } } }
    this.#context.session.putPart(open.part)
  }

  #put(open: OpenCall): void {
    if (open.shown && this.#open.has(open)) this.#context.session.putPart(open.part)
  }

  #now(): number {
    return this.#context.server.core.clock.now()
  }
}
