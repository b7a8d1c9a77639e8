import type { JsonObject, ToolOutcome } from '../../../model/tool-call.ts'
import type { ProjectFiles } from '../../project-files.ts'
import type { ToolInput } from '../../tools/input-fault.ts'
import type { FlatToolEnd } from '../flat-event.ts'

/** What a tool asks leave for: an action, and what it is done to. `save`: what "always" will allow. */
export interface FlatAsk {
  readonly action: string
  readonly resources: readonly string[]
  readonly save?: readonly string[]
}

/** One call at work. */
export interface FlatToolRun {
  readonly name: string
  readonly callID: string
  /** The message that the call stands in. */
  readonly messageID: string
  readonly input: JsonObject
  /** What the script says it gives. */
  readonly outcome: ToolOutcome | undefined
  /** The session's directory: relative paths are below it. */
  readonly directory: string
  readonly files: ProjectFiles
  /** Aborts when the step is stopped. */
  readonly signal: AbortSignal
  /** Shows what there is so far. */
  readonly progress: (metadata: Readonly<Record<string, unknown>>) => void
  /** Tells what the model plans. */
  readonly todos: (todos: readonly unknown[]) => void
  /** Asks the person. Rejects with RequestRefused where they decline. */
  readonly askQuestions: (questions: readonly unknown[]) => Promise<readonly (readonly string[])[]>
}

/** What a stand-in for a tool knows. Stand-ins touch nothing outside the fake: no file, no process, no network. */
export interface FlatTool {
  readonly input: ToolInput
  /** The permissions it needs, in the order they are asked for. */
  readonly asks?: (run: FlatToolRun) => readonly FlatAsk[]
  /** What the model is told of a call that was not allowed; default: the reason. */
  readonly denied?: ((run: FlatToolRun) => string) | undefined
  /** Works until it has an end. Throws ToolFailure. */
  readonly play: (run: FlatToolRun) => Promise<FlatToolEnd>
}
