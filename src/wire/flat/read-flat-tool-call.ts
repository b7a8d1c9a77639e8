import { isRecord } from '../is-record.ts'
import type { ToolCallView } from '../message-view.ts'
import type { FlatTool, FlatToolState } from './flat-content.ts'
import { readProgramCalls } from '../read-program-calls.ts'
import { textOf } from '../text-of.ts'

/**
 * The view of a tool call of the preview API or of 2.x. `output` is what the model is given: the texts, one a line, or where there is
 * none the JSON of what the tool gave (facts/opencode-1x-preview-api.md section 0). Never throws.
 */
export function readFlatToolCall(tool: FlatTool): ToolCallView {
  const { status, input, error, result }: Partial<FlatToolState> = tool.state ?? {}
  const id = textOf(tool.id)
  const name = textOf(tool.name)
  const output = status === 'completed' ? outputOf(tool.state) : undefined
  const calls = readProgramCalls(id, name, result ?? output)
  return {
    id,
    name,
    input: input ?? {},
    ...(output !== undefined && { output }),
    status: typeof status !== 'string' || status === 'streaming' ? 'pending' : status,
    ...(typeof error?.message === 'string' && { error: error.message }),
    ...(calls.length > 0 && { calls }),
  }
}

function outputOf({ content, structured }: FlatToolState): string {
  const items: readonly unknown[] = Array.isArray(content) ? content : []
  const texts = items.filter(isRecord).flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  return texts.length > 0 || structured === undefined ? texts.join('\n') : JSON.stringify(structured)
}
