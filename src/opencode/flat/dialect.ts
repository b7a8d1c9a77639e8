import type { FlatTool as ListedTool } from '../../wire/flat/flat-content.ts'
import type { FlatMessage } from '../../wire/flat/flat-message.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import type { FlatEvent } from './flat-event.ts'
import type { FlatMachine } from './flat-machine.ts'
import type { FlatSession } from './flat-session.ts'
import type { FlatTool } from './tools/flat-tool.ts'

/** An event as a dialect writes it. */
export interface SpelledEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** Of its shape. Without it the event is not durable: it is sent once and not kept. */
  readonly version?: number
  /** Epoch ms, where it says another time than when it is sent. */
  readonly at?: number
}

/** What a spelling may want to know of the session. */
export interface SpelledSession {
  readonly id: string
  readonly runs: readonly unknown[]
}

/** A compaction: asked for by a client with an item of the inbox, or because the history has grown too long. */
export interface CompactionInput {
  readonly inputID?: string
  readonly signal: AbortSignal
}

/** What a failed round-trip comes to. */
export interface FlatFailure {
  readonly error: StructuredError
  /** ms until it is tried again; undefined: it is not. */
  readonly retryAfter?: number
  /** What the step's failure says beside its error. */
  readonly finish?: string
  /** The history is too long for the model: it is compacted, where the dialect can, and the turn goes on. */
  readonly overflow?: true
}

/** Where a round-trip failed: `attempt` from 1; `hasOutput`: a piece of its answer was told. */
export interface FailurePlace {
  readonly attempt: number
  readonly hasOutput: boolean
}

/** Who stopped a step: the user, or the person who declined what a tool asked for. */
export type StopReason = 'user' | 'declined'

/** What errors are about that no provider sent. */
export type OwnError = 'script' | 'tool' | 'unknown-tool' | 'tool-input' | 'permission'

/**
 * What tells one API with flat messages from another: the spelling of its events, and where it does something else. The machine of
 * this folder plays scripts, runs tools and counts tokens; a dialect says how that is told.
 */
export interface FlatDialect {
  /** The events that tell `event`, in order; none where the dialect says nothing. `at`: epoch ms. */
  readonly spell: (event: FlatEvent, session: SpelledSession, at: number) => readonly SpelledEvent[]
  /** The tools by name. A name that is not here is a tool of the script's own, where it says what that gives. */
  readonly tools: Readonly<Record<string, FlatTool>>
  /** What the model is told of a call that ended. */
  readonly toolResult: (call: ListedTool) => string
  /** How an error of the server's own is written. */
  readonly error: (kind: OwnError, message: string) => StructuredError
  /** The words for arguments that a tool cannot take; `fault` says what is wrong and where. */
  readonly inputFault: (name: string, fault: string) => string

  /** A step begins with the first piece of its answer, or with its failure; else as soon as the model is asked. */
  readonly startsWithAnswer: boolean
  /** The calls of a stream run when it is over; else each as soon as its arguments are there. */
  readonly callsAtEnd: boolean
  /** USD of a round-trip, from what settings and prices say. */
  readonly cost: (usd: number) => number
  /** A finish, in opencode's spelling, that fails the step. */
  readonly finishFailure: (finish: string) => FlatFailure | undefined
  /** Arguments that are no JSON: what the step fails with, else what the call fails with. */
  readonly badInput: (name: string) => { readonly step: StructuredError } | { readonly call: StructuredError }

  /** Reads what a round-trip threw; undefined: the test's own code failed. */
  readonly readFailure: (error: unknown, place: FailurePlace) => FlatFailure | undefined
  /** A stream that ended without a finish; undefined: the step just stops, without an end. */
  readonly unfinished: (place: FailurePlace) => FlatFailure | undefined
  /** What the history holds that the model's API does not take: then it is not asked. Default: it takes all. */
  readonly refused?: (messages: readonly FlatMessage[]) => StructuredError | undefined
  /** The waits for a retry are told, with the step begun; else nobody sees them. */
  readonly tellsRetries: boolean
  /** What the model is told that goes on after a stream that broke; without it what had output is not tried again. */
  readonly continuation?: string

  /** One person's refusal refuses what else the session asks for, and says so. */
  readonly rejectsAll: boolean
  /** Summarises the history, and tells that. Resolves to the error it failed with. Without it nothing is compacted. */
  readonly compact?: (
    machine: FlatMachine,
    session: FlatSession,
    input: CompactionInput,
  ) => Promise<StructuredError | undefined>

  /** How a call ends that was running when its step was stopped. */
  readonly stoppedCall: (reason: StopReason) => StructuredError
  /** How a call ends that did not run when its step failed; undefined: not at all. */
  readonly incompleteCall: () => StructuredError | undefined
  /** How a stopped step ends, by what it was at; 'ended': as if all were well; undefined: not at all. */
  readonly stoppedStep: (reason: StopReason, phase: 'stream' | 'tools') => StructuredError | 'ended' | undefined
  /** An unknown model: whether its prompt is taken up first, and the error that the execution ends with. */
  readonly unknownModel: { readonly promotes: boolean; readonly error: (model: string) => StructuredError }
}
