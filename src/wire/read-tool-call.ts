import type { ToolCallView } from './message-view.ts'
import type { ToolPart, ToolState } from './part.ts'
import { textOf } from './text-of.ts'

/** The view of a tool part. Never throws. */
export function readToolCall(part: ToolPart): ToolCallView {
  const { status, input, output, error }: Partial<ToolState> = part.state ?? {}
  return {
    id: textOf(part.callID),
    name: textOf(part.tool),
    input: input ?? {},
    ...(typeof output === 'string' && { output }),
    status: typeof status === 'string' ? status : 'pending',
    ...(typeof error === 'string' && { error }),
  }
}
