import type { DeepSeekRequest } from './deepseek-record.ts'

/** A prompt that a client sent to the model. */
export interface ModelPrompt {
  readonly text: string
  readonly model?: { readonly providerID: 'deepseek'; readonly modelID: string }
  readonly sessionID?: string
}

/**
 * The prompts in a list of requests: a request whose last message is the user's sends one. A tool loop's later requests end in a tool's
 * result; a request like the one before, which was not answered to its end, is a retry; opencode's own side calls are none.
 */
export function sentPromptsOf(requests: readonly DeepSeekRequest[]): readonly ModelPrompt[] {
  const unanswered = new Set<string>()
  const prompts: ModelPrompt[] = []
  for (const { side, messages, model, session, answered } of requests) {
    const last = messages.at(-1)
    const history = JSON.stringify([session, messages])
    if (side || last?.role !== 'user') continue
    const retry = unanswered.has(history)
    if (answered) unanswered.delete(history)
    else unanswered.add(history)
    if (retry) continue
    prompts.push({
      text: last.content,
      ...(model !== undefined && { model: { providerID: 'deepseek', modelID: model } }),
      ...(session !== undefined && { sessionID: session }),
    })
  }
  return prompts
}
