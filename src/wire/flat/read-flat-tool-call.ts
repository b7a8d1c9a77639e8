import type { ToolCallView } from '../message-view.ts'
import type { FlatTool, FlatToolState } from './flat-content.ts'

/**
 * The view of a tool call of the preview API or of 2.x. `output` is what the model is given: the texts, one a line, or where there is
 * none the JSON of what the tool gave (facts/opencode-1x-preview-api.md section 0). Never throws.
 */
export function readFlatToolCall({ id, name, state }: FlatTool): ToolCallView {
  const { status = 'pending', input, error }: Partial<FlatToolState> = state ?? {}
  return {
    id: id ?? '',
    name: name ?? '',
    input: input ?? {},
    ...(status === 'completed' && { output: outputOf(state) }),
    status: status === 'streaming' ? 'pending' : status,
    ...(typeof error?.message === 'string' && { error: error.message }),
  }
}

function outputOf({ content = [], structured }: FlatToolState): string {
  const texts = content.map(({ text }) => text).filter((text) => text !== undefined)
  return texts.length > 0 || structured === undefined ? texts.join('\n') : JSON.stringify(structured)
}
