import { nextTurn } from '../../http/real-timers.ts'
import { isRecord } from '../../model/checks.ts'
import { ownValue } from '../../model/own-value.ts'
import { argumentsText, type JsonObject, type ToolCall } from '../../model/tool-call.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import { RequestRefused } from '../pending-requests.ts'
import type { PermissionRule } from '../permission-rules.ts'
import { inputFault } from '../tools/input-fault.ts'
import { ToolFailure } from '../tools/tool-failure.ts'
import type { StopReason } from './dialect.ts'
import type { FlatEvent } from './flat-event.ts'
import type { FlatMachine } from './flat-machine.ts'
import type { FlatSession } from './flat-session.ts'
import { customTool } from './tools/custom-tool.ts'
import type { FlatTool, FlatToolRun } from './tools/flat-tool.ts'

/** What the calls of a step are played with. */
export interface CallContext {
  readonly machine: FlatMachine
  readonly session: FlatSession
  readonly messageID: string
  readonly rules: readonly PermissionRule[]
}

interface OpenCall {
  readonly call: ToolCall
  readonly controller: AbortController
  /** 'input': its arguments come. 'written': they came. 'running': it is at work. */
  phase: 'input' | 'written' | 'running' | 'ended'
  /** Its arguments so far. */
  text: string
  /** What it last showed. */
  shown?: Readonly<Record<string, unknown>>
  done: Promise<void>
}

type WithoutCall<Event> = Event extends { readonly callID: string }
  ? Omit<Event, 'messageID' | 'callID' | 'name'>
  : never

/** What is told of a call, without saying which. */
type CallEvent = WithoutCall<FlatEvent>

/** The tool calls of one step. They run side by side. */
export class StepCalls {
  readonly #context: CallContext
  readonly #calls: OpenCall[] = []
  readonly #whenDeclined: Promise<void>
  #decline = (): void => undefined
  #declined = false

  constructor(context: CallContext) {
    this.#context = context
    this.#whenDeclined = new Promise((resolve) => {
      this.#decline = resolve
    })
  }

  /** Whether somebody declined what a call asked for: the step stops. */
  get declined(): boolean {
    return this.#declined
  }

  get count(): number {
    return this.#calls.length
  }

  /** A call whose arguments begin to come. */
  begin(call: ToolCall): void {
    this.#calls.push({ call, controller: new AbortController(), phase: 'input', text: '', done: Promise.resolve() })
    this.#send(call, { kind: 'tool-input-started' })
  }

  /** A piece of the arguments of the call that came last. */
  append(delta: string): void {
    const open = this.#calls.at(-1)
    if (!open) return
    open.text += delta
    this.#send(open.call, { kind: 'tool-input-delta', delta })
  }

  /** Runs the calls whose arguments are there. Returns the error that fails the step, where those of one are no JSON. */
  run(): StructuredError | undefined {
    for (const open of this.#calls) {
      if (open.phase !== 'input') continue
      const fault = this.#run(open)
      if (fault) return fault
    }
    return undefined
  }

  /** Resolves when no call runs any more, or as soon as somebody declined. */
  async settled(): Promise<void> {
    await Promise.race([Promise.all(this.#calls.map(({ done }) => done)), this.#whenDeclined])
  }

  /** Ends the arguments that came, however far they came: the stream is over. */
  flush(): void {
    for (const open of this.#calls) if (open.phase === 'input') this.#endInput(open, open.text)
  }

  /** Ends the calls that have no end yet. `reason` undefined: the step failed by itself. */
  stop(reason?: StopReason): void {
    const { dialect } = this.#context.machine
    for (const open of this.#calls) {
      const failed = reason === undefined && open.phase !== 'running'
      const error = failed ? dialect.incompleteCall() : dialect.stoppedCall(reason ?? 'user')
      if (error) this.#fail(open, error, { interrupted: true })
      open.controller.abort()
    }
  }

  #endInput(open: OpenCall, text: string): void {
    open.phase = 'written'
    this.#send(open.call, { kind: 'tool-input-ended', text })
  }

  #run(open: OpenCall): StructuredError | undefined {
    const { machine } = this.#context
    const { call } = open
    const text = argumentsText(call)
    this.#endInput(open, text)
    const input = readInput(text)
    if (!input) {
      const bad = machine.dialect.badInput(call.name)
      if ('step' in bad) return bad.step
      this.#fail(open, bad.call)
      return undefined
    }
    this.#send(call, { kind: 'tool-called', input })
    open.phase = 'running'
    open.done = this.#play(open, input)
    return undefined
  }

  async #play(open: OpenCall, input: JsonObject): Promise<void> {
    const { machine, session, messageID } = this.#context
    const { call } = open
    const run: FlatToolRun = {
      name: call.name,
      callID: call.id,
      messageID,
      input,
      outcome: call.result,
      directory: session.record.directory,
      files: machine.files,
      signal: open.controller.signal,
      progress: (metadata) => {
        if (open.phase !== 'running') return
        open.shown = metadata
        this.#send(call, { kind: 'tool-progress', metadata })
      },
      todos: (todos) => session.send({ kind: 'todos-updated', todos }),
      askQuestions: (questions) =>
        machine.askQuestions(session, { questions, source: { messageID, callID: call.id } }, open.controller.signal),
    }
    try {
      // What the stream still has to tell stands before what the tool tells (captures/1.18.33-api/03-tool-then-text.json).
      await nextTurn()
      const tool = this.#toolOf(call)
      await this.#ask(open, tool, run)
      const end = await tool.play(run)
      if (open.phase !== 'running') return
      open.phase = 'ended'
      this.#send(call, { kind: 'tool-succeeded', end })
    } catch (error) {
      this.#catch(open, error)
    }
  }

  #toolOf({ name, result }: ToolCall): FlatTool {
    const tool = ownValue(this.#context.machine.dialect.tools, name)
    if (tool) return tool
    if (result !== undefined) return customTool(name)
    throw new UnknownTool(`Unknown tool: ${name}`)
  }

  async #ask({ controller: { signal }, call }: OpenCall, tool: FlatTool, run: FlatToolRun): Promise<void> {
    const { machine, session, messageID, rules } = this.#context
    const fault = inputFault(tool.input, run.input)
    if (fault !== undefined) throw new BadInput(machine.dialect.inputFault(call.name, fault))
    const source = { messageID, callID: call.id }
    for (const ask of tool.asks?.(run) ?? []) {
      try {
        await machine.permissions.ask(session, ask, { rules, source, signal })
      } catch (error) {
        if (!(error instanceof RequestRefused) || error.ends) throw error
        throw new NotAllowed(tool.denied?.(run) ?? error.message)
      }
    }
  }

  #catch(open: OpenCall, error: unknown): void {
    if (open.controller.signal.aborted) return
    const { machine } = this.#context
    const { dialect } = machine
    if (error instanceof RequestRefused && error.ends) {
      this.#declined = true
      this.#fail(open, dialect.stoppedCall('declined'), { interrupted: true })
      this.#decline()
      return
    }
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof UnknownTool) this.#fail(open, dialect.error('unknown-tool', message))
    else if (error instanceof BadInput) this.#fail(open, dialect.error('tool-input', message))
    else if (error instanceof NotAllowed) this.#fail(open, dialect.error('permission', message))
    else if (error instanceof ToolFailure || error instanceof RequestRefused)
      this.#fail(open, dialect.error('tool', message))
    else this.#fail(open, dialect.error('script', machine.core.scriptFault(error)))
  }

  #fail(open: OpenCall, error: StructuredError, { interrupted = false }: { interrupted?: boolean } = {}): void {
    if (open.phase === 'ended') return
    open.phase = 'ended'
    this.#send(open.call, { kind: 'tool-failed', error, interrupted, ...(open.shown && { metadata: open.shown }) })
  }

  #send({ id, name }: ToolCall, event: CallEvent): void {
    const { session, messageID } = this.#context
    session.send({ ...event, messageID, callID: id, name })
  }
}

class UnknownTool extends Error {}
class BadInput extends Error {}
class NotAllowed extends Error {}

/** undefined: it is no JSON. */
function readInput(text: string): JsonObject | undefined {
  try {
    const input: unknown = text === '' ? {} : JSON.parse(text)
    return isRecord(input) ? input : { value: input }
  } catch {
    return undefined // as opencode, which fails such a call
  }
}
