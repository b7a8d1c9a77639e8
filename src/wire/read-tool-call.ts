import type { ToolCallView } from './message-view.ts'
import type { ToolPart, ToolState } from './part.ts'

/** The view of a tool part. Never throws. */
export function readToolCall(part: ToolPart): ToolCallView {
  const { status, input, output, error }: Partial<ToolState> = part.state ?? {}
  return {
    id: part.callID ?? '',
    name: part.tool ?? '',
    input: input ?? {},
    ...(typeof output === 'string' && { output }),
    status: status ?? 'pending',
    ...(typeof error === 'string' && { error }),
  }
}
