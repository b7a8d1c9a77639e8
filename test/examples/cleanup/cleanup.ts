import { unlink } from 'node:fs/promises'

interface Message {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly toolCalls?: readonly ToolCall[]
  readonly toolCallId?: string
}

interface ToolCall {
  readonly id: string
  readonly name: string
  readonly args: unknown
}

/** What the agent is given: its model, and a person to ask. */
export interface Surroundings {
  readonly model: {
    respond(request: { messages: readonly Message[]; tools: readonly { name: string }[] }): Promise<{
      readonly text: string
      readonly toolCalls: readonly ToolCall[]
    }>
  }
  readonly ask: (question: string) => Promise<boolean>
}

/** An agent as you may have one: it deletes files, but none before a person has said yes. */
export async function cleanUp(task: string, { model, ask }: Surroundings): Promise<string> {
  const messages: Message[] = [{ role: 'user', content: task }]
  for (;;) {
    const { text, toolCalls } = await model.respond({ messages, tools: [{ name: 'delete_file' }] })
    if (toolCalls.length === 0) return text
    messages.push({ role: 'assistant', content: text, toolCalls })
    for (const { id, args } of toolCalls) {
      const path = pathOf(args)
      const allowed = await ask(`Delete ${path}?`)
      if (allowed) await unlink(path)
      messages.push({ role: 'tool', toolCallId: id, content: allowed ? 'deleted' : 'the user wants to keep it' })
    }
  }
}

function pathOf(args: unknown): string {
  if (typeof args === 'object' && args !== null && 'path' in args) return String(args.path)
  throw new TypeError('delete_file needs a path')
}
