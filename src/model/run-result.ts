import type { EventObject } from '../wire/envelope.ts'
import type { ToolCallView } from '../wire/message-view.ts'
import { readMessage } from '../wire/read-message.ts'
import type { RunError } from '../wire/run-error.ts'
import { isAssistantMessage, type RunAssistantMessage, type RunMessage } from '../wire/run-message.ts'
import type { SessionInfo } from '../wire/session-info.ts'
import { isRecord } from './checks.ts'
import { InvalidOptionError } from '../errors.ts'
import { runFromAiStream } from './ai-run.ts'
import { brandRun, isRunData, type RunData } from './run-data.ts'
import { readRunEnd, type RunEnd } from './run-end.ts'
import { type Outcome, runOutcome } from './run-outcome.ts'
import { readSelection, type RunSelection } from './run-selection.ts'
import { readRunSource } from './run-source.ts'
import { type RunStep, type RunTokens, runSteps, sumTokens } from './run-steps.ts'
import { sessionOfRun } from './session-of-run.ts'
import { runTranscript } from './run-transcript.ts'
import { isAbort, thrownRunError } from './thrown-run-error.ts'

export type { Outcome, RunError, RunMessage, RunSelection, RunStep, RunTokens, ToolCallView }

/** What a RunResult is made of: `messages` and `events` default to none, `thrown` to nothing. */
export type RunResultInput = Pick<RunData, 'session'> & Partial<RunData>

/**
 * What a run did: one prompt that started work in a session, up to that session's final idle. Read-only.
 *
 * @example
 * const run = RunResult.from(await client.session.prompt({ … }))
 * expect(run.outcome).toBe('succeeded')
 */
export class RunResult implements RunData {
  /** The session as it was after the run: its cost and tokens cover the whole session. Null where the source holds none. */
  readonly session: SessionInfo | null
  /** What the run added, oldest first, from its prompt on, as its server lists it: in 2.x, to the mark that it is over. */
  readonly messages: readonly RunMessage[]
  /** The events of the run's session and of its child sessions, unwrapped, each once. Empty where the source holds none. */
  readonly events: readonly EventObject[]
  /** What the client's code threw in place of a result. */
  declare readonly thrown?: unknown

  /** Throws InvalidOptionError for fields of a wrong type. */
  constructor(input: RunResultInput) {
    const { session, messages = [], events = [] } = input
    if (session !== null && !isRecord(session)) {
      throw new InvalidOptionError({ path: 'session', expected: 'a session or null', received: session })
    }
    this.session = session
    this.messages = frozenList('messages', messages)
    this.events = frozenList('events', events)
    if ('thrown' in input) this.thrown = input.thrown
    brandRun(this)
    Object.freeze(this)
  }

  /**
   * The run that `value` is or holds: a RunResult, anything with `lastRun`, what `session.prompt()` answered (`{ info, parts }` or
   * `{ data }`), a message list, an event list, or an error that was thrown (an AbortError: interrupted). Messages and events may be of
   * 1.x, of the preview API or of 2.x; events also as `/global/event` wraps them, and as `/sync/history` stores them. A page of
   * messages may be in either order. By default the run that a prompt started last, in a session without a parent; `sessionID` picks
   * a session, also a child's (messages that name none are taken to be of it), `promptID` the run that this user message started or
   * joined. Of the AI SDK: what `generateText()` or an agent resolved to, and its errors; `fromStream` is for streams. An empty list is an empty run. Throws InvalidOptionError for anything else, and WireDriftError for cost or tokens of a
   * wrong type.
   */
  static from(value: unknown, options?: RunSelection): RunResult {
    const source = readRunSource(value, readSelection(options))
    return source instanceof RunResult ? source : new RunResult(source)
  }

  /**
   * The run that a `streamText()` result (or its `fullStream`) tells of, once the stream has ended; it may be read elsewhere as well. An
   * error of the stream is the run's, an abort interrupts it, and what came before stays. Rejects with InvalidOptionError for anything else.
   */
  static async fromStream(value: unknown): Promise<RunResult> {
    return new RunResult(await runFromAiStream(value))
  }

  // The ESM and the CommonJS build of this package each have a copy of this class.
  static [Symbol.hasInstance](value: unknown): boolean {
    return isRunData(value)
  }

  /** The model's messages, one for each step. */
  get assistantMessages(): readonly RunAssistantMessage[] {
    return this.messages.filter(isAssistantMessage)
  }

  /** The text of the last step, '' if there is none; synthetic parts and failed attempts are left out. */
  get text(): string {
    return this.steps.at(-1)?.text ?? ''
  }

  /** What the model thought in the last step, '' if nothing. */
  get reasoning(): string {
    return this.steps.at(-1)?.reasoning ?? ''
  }

  /** The finish reason of the last step, as opencode spells it: 'stop', 'tool-calls', 'length' … */
  get finish(): string | undefined {
    return this.steps.at(-1)?.finish
  }

  /**
   * How the run ended. Null: not yet, or it cannot be told. So it is with a finish reason that opencode is not known to write, with a
   * message list of 1.x that ends in tool calls (only an idle in the events would tell that nothing follows), with a prompt that no
   * message answers, and in 2.x where no mark, event or session says that the run is over.
   */
  get outcome(): Outcome | null {
    if ('thrown' in this) return isAbort(this.thrown) ? 'interrupted' : 'failed'
    return runOutcome(this.messages.map(readMessage), endOf(this), this.session)
  }

  /** What the run failed with: as its idle mark has it, else its last step, else the session where no step came after it. */
  get error(): RunError | null {
    if ('thrown' in this) return thrownRunError(this.thrown)
    const mark = this.messages.map(readMessage).findLast((view) => view.role === 'idle')
    return mark?.error ?? this.steps.at(-1)?.error ?? endOf(this).error ?? null
  }

  /** USD, summed over the steps. */
  get cost(): number {
    return this.steps.reduce((total, { cost }) => total + cost, 0)
  }

  /** Tokens, summed over the steps. */
  get tokens(): RunTokens {
    return sumTokens(this.steps.map(({ tokens }) => tokens))
  }

  /**
   * The tool calls of all steps, in order. Those that a `run_typescript` program made stand in place of the call that ran it, with
   * `via: 'run_typescript'`; `steps` keeps that call. A program that called nothing stands for itself.
   */
  get toolCalls(): readonly ToolCallView[] {
    return this.steps.flatMap(({ toolCalls }) => toolCalls).flatMap((call) => call.calls ?? [call])
  }

  /** The round-trips to the model, oldest first. */
  get steps(): readonly RunStep[] {
    return runSteps(this.messages)
  }

  /** The run as people read it: at most 40 lines. */
  toString(): string {
    return runTranscript(this)
  }
}

function endOf(run: RunData): RunEnd {
  return readRunEnd(run.events, sessionOfRun(run))
}

function frozenList<T>(path: string, value: readonly T[]): readonly T[] {
  if (!Array.isArray(value)) throw new InvalidOptionError({ path, expected: 'a list', received: value })
  return Object.freeze([...value])
}
