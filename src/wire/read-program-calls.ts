import { isRecord } from './is-record.ts'
import type { ToolCallView } from './message-view.ts'
import { textOf } from './text-of.ts'
import { toolOutputText } from './tool-output-text.ts'

const RUN_TYPESCRIPT = 'run_typescript'

/**
 * The calls that a program made, as the output of the `run_typescript` tool tells them: `{ logs, calls }`, or its JSON. None for another
 * tool. `id` is that of the call that ran the program. Never throws.
 */
export function readProgramCalls(id: string, name: string, output: unknown): readonly ToolCallView[] {
  if (name !== RUN_TYPESCRIPT) return []
  const result = typeof output === 'string' ? jsonOf(output) : output
  const calls: readonly unknown[] = isRecord(result) && Array.isArray(result['calls']) ? result['calls'] : []
  return calls.filter(isRecord).map((call, index) => toView(`${id}.${index + 1}`, call, name))
}

function toView(
  id: string,
  { name, input, output, error }: Readonly<Record<string, unknown>>,
  via: string,
): ToolCallView {
  return {
    id,
    name: textOf(name),
    input: input ?? {},
    ...(error === undefined && { output: toolOutputText(output) }),
    status: error === undefined ? 'completed' : 'error',
    ...(typeof error === 'string' && { error }),
    via,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a tool of that name that gives other text
  }
}
