import type { ToolInput } from '../../tools/input-fault.ts'
import type { ToolEnd } from '../../tools/tool-end.ts'
import type { JsonObject, ToolOutcome } from '../../../model/tool-call.ts'
import type { AssistantInfo } from '../../../wire/message.ts'
import type { PermissionAsk } from '../permission-desk.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'

/** One call at work. */
export interface ToolRun {
  readonly server: V1Server
  readonly session: Session
  /** The message that the call stands in. */
  readonly message: AssistantInfo
  readonly name: string
  readonly callID: string
  readonly input: JsonObject
  /** What the script says it gives. */
  readonly outcome: ToolOutcome | undefined
  /** Aborts when the user aborts, and when the model's stream breaks. */
  readonly signal: AbortSignal
  /** Shows what there is so far: the part is upserted as running. */
  show(state: { readonly title?: string; readonly metadata?: Readonly<Record<string, unknown>> }): void
  /** Ends the call now, as failed, whatever it was doing. */
  fail(message: string): void
  /** Ends the step's turn with this value as its structured output. */
  structure(value: unknown): void
}

/** What a stand-in for a tool of opencode knows. Stand-ins touch nothing outside the fake: no file, no process, no network. */
export interface Tool {
  readonly input: ToolInput
  /** The permissions it needs, in the order they are asked for. */
  readonly asks?: (run: ToolRun) => readonly PermissionAsk[]
  /** Works until it has an end. Throws ToolFailure. What it does before its first wait is told before the call is shown as running. */
  readonly play: (run: ToolRun) => Promise<ToolEnd>
  /** What an abort makes of it; without this the call ends as aborted. */
  readonly aborted?: (run: ToolRun) => ToolEnd
}
