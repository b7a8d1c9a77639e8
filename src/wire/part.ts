import type { Tokens } from './tokens.ts'

interface PartBase {
  readonly id: string
  readonly sessionID: string
  readonly messageID: string
}

/** Text of a prompt or of a reply. `synthetic` text was written by opencode itself. A failed attempt's text never gets a `time.end`. */
export interface TextPart extends PartBase {
  readonly type: 'text'
  readonly text: string
  readonly synthetic?: boolean
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly time?: { readonly start: number; readonly end?: number }
}

/** What the model thought before it answered. */
export interface ReasoningPart extends PartBase {
  readonly type: 'reasoning'
  readonly text: string
  readonly time?: { readonly start: number; readonly end?: number }
}

/** One call of a tool, upserted as it goes: pending, running, then completed or error. */
export interface ToolPart extends PartBase {
  readonly type: 'tool'
  readonly tool: string
  readonly callID: string
  readonly state: ToolState
}

/** The state of a tool call. `output` is there when it completed, `error` when it failed. */
export interface ToolState {
  readonly status: 'pending' | 'running' | 'completed' | 'error'
  readonly input?: unknown
  readonly raw?: string
  readonly output?: string
  readonly title?: string
  readonly error?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly time?: { readonly start: number; readonly end?: number }
}

/** The start of an attempt at a step; a retried step has one for each attempt. */
export interface StepStartPart extends PartBase {
  readonly type: 'step-start'
  readonly snapshot?: string
}

/** The end of a step, with what it used: `cost` in USD. */
export interface StepFinishPart extends PartBase {
  readonly type: 'step-finish'
  readonly reason: string
  readonly snapshot?: string
  readonly tokens: Tokens
  readonly cost: number
}

/** A part that this package passes on without looking inside: files, patches, compaction marks and what later versions add. */
export interface OtherPart extends PartBase {
  readonly type: 'file' | 'agent' | 'subtask' | 'patch' | 'snapshot' | 'compaction' | 'retry'
  readonly [field: string]: unknown
}

/** A part of a message of opencode 1.x. */
export type Part = TextPart | ReasoningPart | ToolPart | StepStartPart | StepFinishPart | OtherPart
