import type { ToolCallView } from './message-view.ts'
import type { ToolPart, ToolState } from './part.ts'
import { readProgramCalls } from './read-program-calls.ts'
import { textOf } from './text-of.ts'

/** The view of a tool part. Never throws. */
export function readToolCall(part: ToolPart): ToolCallView {
  const { status, input, output, error }: Partial<ToolState> = part.state ?? {}
  const id = textOf(part.callID)
  const name = textOf(part.tool)
  const calls = readProgramCalls(id, name, output)
  return {
    id,
    name,
    input: input ?? {},
    ...(typeof output === 'string' && { output }),
    status: typeof status === 'string' ? status : 'pending',
    ...(typeof error === 'string' && { error }),
    ...(calls.length > 0 && { calls }),
  }
}
