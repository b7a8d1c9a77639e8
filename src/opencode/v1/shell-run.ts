import type { AssistantInfo, Message, UserInfo } from '../../wire/message.ts'
import type { ToolPart, ToolState } from '../../wire/part.ts'
import { nextTurn } from '../../http/real-timers.ts'
import type { ToolOutcome } from '../../model/tool-call.ts'
import type { Session } from './session.ts'
import { giveOutcome } from '../tools/give-outcome.ts'
import { newAssistantMessage } from './turn/assistant-message.ts'
import type { V1Server } from './v1-server.ts'

/** What a client asks of the shell. */
export interface ShellCommand {
  readonly command: string
  readonly agent: string
  readonly model: { readonly providerID: string; readonly modelID: string }
  readonly messageID?: string
}

/** A command that the user gives, not the model: it is told as a tool call of opencode's own (captures/1.18.33/15g-shell-and-command.json). */
export class ShellRun {
  readonly #server: V1Server
  readonly #session: Session
  readonly #controller = new AbortController()
  #stopped = false
  /** Resolves when the session is idle again. */
  readonly done: Promise<Message | undefined>

  constructor(server: V1Server, session: Session, command: ShellCommand) {
    this.#server = server
    this.#session = session
    this.done = this.#run(command)
  }

  async abort(): Promise<void> {
    this.#controller.abort()
    await this.done
  }

  /** Ends it without a word: the server closes, or the session was deleted. */
  stop(): void {
    this.#stopped = true
    this.#controller.abort()
  }

  async #run(shell: ShellCommand): Promise<Message | undefined> {
    const session = this.#session
    await nextTurn()
    if (this.#stopped) return undefined
    session.setStatus({ type: 'busy' })
    const { info, put } = this.#begin(shell)
    const output = await this.#output(shell.command, put)
    if (this.#stopped) return undefined
    session.putMessage({ ...info, time: { ...info.time, completed: this.#now() } })
    put({ status: 'completed', title: '', metadata: { output }, output }, { end: this.#now() })
    session.shell = undefined
    session.setStatus({ type: 'idle' })
    return session.message(info.id)
  }

  async #output(command: string, put: (state: Partial<ToolState>) => void): Promise<string> {
    const outcome = this.#outcomeOf(command)
    const text =
      typeof outcome === 'string' ? outcome : outcome instanceof Error ? outcome.message : (outcome?.output ?? '')
    try {
      await nextTurn()
      if (text !== '') put({ metadata: { output: text } })
      const rest = outcome instanceof Error ? text : outcome
      await giveOutcome({ outcome: rest, signal: this.#controller.signal })
      return text
    } catch (error) {
      if (!this.#controller.signal.aborted) throw error
      return `${text}\n\n<metadata>\nUser aborted the command\n</metadata>`
    }
  }

  /** What the test's own function throws, or gives that cannot be right, is told as an error: the command then prints nothing. */
  #outcomeOf(command: string): ToolOutcome {
    try {
      return this.#server.core.shellOutcome(command)
    } catch (error) {
      this.#session.sendError(this.#server.scriptFault(error))
      return ''
    }
  }

  #begin({ command, agent, model, messageID }: ShellCommand): {
    readonly info: AssistantInfo
    readonly put: (state: Partial<ToolState>, time?: { end: number }) => void
  } {
    const { ids } = this.#server.core
    const sessionID = this.#session.id
    const prompt: UserInfo = {
      id: messageID ?? ids.next('msg'),
      sessionID,
      time: { created: this.#now() },
      role: 'user',
      agent,
      model,
    }
    this.#session.putMessage(prompt)
    const text = 'The following tool was executed by the user'
    this.#session.putPart({ type: 'text', id: ids.next('prt'), messageID: prompt.id, sessionID, text, synthetic: true })
    const info = newAssistantMessage(this.#server, this.#session, prompt)
    this.#session.putMessage(info)
    let part: ToolPart = {
      type: 'tool',
      id: ids.next('prt'),
      messageID: info.id,
      sessionID,
      tool: 'bash',
      callID: ids.callID(),
      state: { status: 'running', time: { start: this.#now() }, input: { command } },
    }
    const put = (state: Partial<ToolState>, time: { end?: number } = {}): void => {
      const start = part.state.time?.start ?? this.#now()
      part = { ...part, state: { ...part.state, ...state, time: { start, ...time } } }
      this.#session.putPart(part)
    }
    put({})
    return { info, put }
  }

  #now(): number {
    return this.#server.core.clock.now()
  }
}
