import type { Outcome } from './outcome.ts'
import type { RunError } from './run-error.ts'
import type { Tokens } from './tokens.ts'

/**
 * A call of a tool. `output` is there when it completed, `error` when it failed. `via` names the tool whose program made the call; `calls`
 * are those that the call's own program made, where it ran one that made any.
 */
export interface ToolCallView {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly output?: string
  readonly status: string
  readonly error?: string
  readonly via?: string
  readonly calls?: readonly ToolCallView[]
}

/** The model that a prompt asks for. */
export interface ModelView {
  readonly providerID: string
  readonly modelID: string
  readonly variant?: string
}

/**
 * A message in the user's name. `origin`: who wrote it. Opencode itself does, to go on after a compaction, and to tell the model of a
 * shell command; such messages start no run. `text` is the text parts joined by '\n', without synthetic ones where the user wrote.
 * `kinds` are the types of what it holds beside text.
 */
export interface PromptView {
  readonly role: 'user'
  readonly id: string
  /** Absent where messages do not name their session: so it is in the preview API and in 2.x. */
  readonly sessionID?: string
  readonly createdAt?: number
  readonly origin: 'user' | 'opencode' | 'shell'
  readonly text: string
  readonly kinds: readonly string[]
  readonly agent?: string
  readonly model?: ModelView
}

/**
 * How a step ended. Null: not yet, or its message does not tell. 'unless-continued': with tool calls; if the session goes idle without
 * a further step, somebody stopped it.
 */
export type StepVerdict = Outcome | 'unless-continued' | null

/**
 * What the message of a step says about the session after it. 'continues': a prompt that follows joins the run, whenever it was
 * sent. 'over': only one that was sent before the step was complete does. 'lost': nothing completed the step; a prompt that
 * follows begins a run.
 */
export type StepState = 'continues' | 'over' | 'lost'

/** One step of the model. `text` and `reasoning` are those of its last attempt; `cost` is USD of this step alone; times are epoch ms. */
export interface StepView {
  readonly role: 'assistant'
  readonly id: string
  readonly sessionID?: string
  readonly promptID?: string
  readonly createdAt?: number
  readonly completedAt?: number
  readonly text: string
  readonly reasoning: string
  readonly toolCalls: readonly ToolCallView[]
  readonly finish?: string
  readonly cost: number
  readonly tokens: Tokens
  readonly error?: RunError
  readonly verdict: StepVerdict
  readonly state: StepState
  /** Somebody stopped it. */
  readonly aborted: boolean
}

/** The mark that a run is over. */
export interface IdleView {
  readonly role: 'idle'
  readonly id: string
  readonly sessionID?: string
  readonly createdAt?: number
  readonly outcome: Outcome
  readonly error?: RunError
}

/** Something that opencode noted: a compaction, another agent. `kind` is the message's type. */
export interface NoteView {
  readonly role: 'note'
  readonly id: string
  readonly sessionID?: string
  readonly createdAt?: number
  readonly kind: string
  readonly text: string
}

/** A message with its dialect left behind: what RunResult and the transcript work on. */
export type MessageView = PromptView | StepView | IdleView | NoteView
