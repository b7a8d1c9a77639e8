import type { FlatContent, FlatTool, FlatToolState } from '../wire/flat/flat-content.ts'
import { toolOutputText } from '../wire/tool-output-text.ts'
import { isRecord } from './checks.ts'
import { thrownRunError } from './thrown-run-error.ts'

type Part = Readonly<Record<string, unknown>>

/** The content of a step of the AI SDK: its texts, reasoning and tool calls, each with what became of it. */
export function aiContent(content: unknown): FlatContent[] {
  const parts: readonly Part[] = Array.isArray(content) ? content.filter(isRecord) : []
  return parts.flatMap((part): FlatContent[] => {
    const { type, text } = part
    if ((type === 'text' || type === 'reasoning') && typeof text === 'string') return [{ type, text }]
    return type === 'tool-call' ? [toTool(part, parts)] : []
  })
}

function toTool({ toolCallId, toolName, input }: Part, parts: readonly Part[]): FlatTool {
  const end = parts.findLast(
    (part) => part['toolCallId'] === toolCallId && END.has(part['type']) && part['preliminary'] !== true,
  )
  const name = typeof toolName === 'string' ? toolName : ''
  return { type: 'tool', id: String(toolCallId), name, time: { created: 0 }, state: stateOf(name, input, end) }
}

const END = new Set<unknown>(['tool-result', 'tool-error', 'tool-output-denied'])

function stateOf(name: string, input: unknown, end: Part | undefined): FlatToolState {
  if (!end) return { status: 'pending', input }
  const { type, output, error } = end
  if (type === 'tool-output-denied') return failed(input, 'the call was denied')
  if (type === 'tool-error') return failed(input, thrownRunError(error).message)
  // What `runTypescriptTool` gives is never thrown: the model is to read it.
  if (name === 'run_typescript' && isRecord(output) && typeof output['error'] === 'string') {
    return { ...failed(input, output['error']), result: output }
  }
  return { status: 'completed', input, content: [{ type: 'text', text: toolOutputText(output) }], result: output }
}

const failed = (input: unknown, message: string): FlatToolState => ({
  status: 'error',
  input,
  error: { type: 'unknown', message },
})
