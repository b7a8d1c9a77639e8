import type { FakeDeepSeek } from 'opencode-testing'

interface Answer {
  readonly content: string
  readonly reasoning_content?: string
  readonly tool_calls?: readonly { readonly id: string; readonly function: object }[]
}

/** What an agent does wrong; by default nothing. */
export interface AgentFaults {
  readonly model?: string
  readonly keepsReasoning?: boolean
  readonly keepsEmptyReasoning?: boolean
  /** Answers only the first of parallel calls. */
  readonly answersAllCalls?: boolean
  readonly toolChoice?: string
}

/** A small agent, as people write them: one tool, a history, no streaming. */
export function agent(
  deepseek: FakeDeepSeek,
  {
    model = 'deepseek-flash',
    keepsReasoning = true,
    keepsEmptyReasoning = true,
    answersAllCalls = true,
    toolChoice = 'auto',
  }: AgentFaults = {},
): { ask: (prompt: string) => Promise<string> } {
  const messages: object[] = []
  const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
  const send = async (): Promise<Answer> => {
    const response = await fetch(`${deepseek.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-test' },
      body: JSON.stringify({ model, messages, tools, tool_choice: toolChoice }),
    })
    const body: { choices: { message: Answer }[]; error?: { message: string } } = JSON.parse(await response.text())
    if (body.error) throw new Error(`${response.status} ${body.error.message}`)
    const [choice] = body.choices
    if (!choice) throw new Error('no choice')
    return choice.message
  }
  const ask = async (prompt: string): Promise<string> => {
    messages.push({ role: 'user', content: prompt })
    for (;;) {
      const { content, reasoning_content: thought, tool_calls: calls = [] } = await send()
      const echoes = keepsReasoning && (keepsEmptyReasoning || thought !== '')
      messages.push({
        role: 'assistant',
        content,
        ...(calls.length > 0 && { tool_calls: calls.map((call) => ({ ...call, type: 'function' })) }),
        ...(echoes && { reasoning_content: thought }),
      })
      if (calls.length === 0) return content
      const answered = answersAllCalls ? calls : calls.slice(0, 1)
      messages.push(...answered.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'sunny' })))
    }
  }
  return { ask }
}

/** What a promise rejects with, as text. */
export async function brokenBy(promise: Promise<unknown>): Promise<string> {
  const result = await promise.then(
    (value) => `it resolved to ${JSON.stringify(value)}`,
    (error: unknown) => error,
  )
  return result instanceof Error ? result.message : String(result)
}
