import type { RecordedModelRequest } from './model-requests.ts'

/** A tool's result as a client gave it to the model. `name` is undefined where no message of the request made the call. */
export interface ToolResult {
  readonly id: string
  readonly name: string | undefined
  readonly content: string
}

/** The tool results in requests, oldest first; one that a loop sends again with each request is one, unless its content changed. */
export function toolResults(requests: readonly RecordedModelRequest[]): readonly ToolResult[] {
  const results = requests.flatMap(({ messages }) => {
    const names = new Map(messages.flatMap(({ calls }) => calls).map(({ id, name }) => [id, name]))
    return messages.flatMap(({ role, toolCallId, content }): ToolResult[] => {
      if (role !== 'tool') return []
      const id = typeof toolCallId === 'string' ? toolCallId : ''
      return [{ id, name: names.get(id), content: typeof content === 'string' ? content : JSON.stringify(content) }]
    })
  })
  return [...new Map(results.map((result) => [JSON.stringify([result.id, result.content]), result])).values()]
}
