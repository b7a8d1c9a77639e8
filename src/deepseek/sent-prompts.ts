import type { DeepSeekRequest } from './deepseek-record.ts'

/** A prompt that a client sent to the model. */
export interface ModelPrompt {
  readonly text: string
  readonly model?: { readonly providerID: 'deepseek'; readonly modelID: string }
  readonly sessionID?: string
}

/**
 * The prompts in a list of requests: a request whose last message is the user's sends one. A tool loop's later requests end in a tool's
 * result, a retry sends nothing new, and opencode's own side calls are none.
 */
export const sentPromptsOf = (requests: readonly DeepSeekRequest[]): readonly ModelPrompt[] =>
  requests
    .filter(({ side, attempt, messages }) => !side && attempt === 1 && messages.at(-1)?.role === 'user')
    .map(toPrompt)

function toPrompt({ messages, model, session }: DeepSeekRequest): ModelPrompt {
  return {
    text: messages.at(-1)?.content ?? '',
    ...(model !== undefined && { model: { providerID: 'deepseek', modelID: model } }),
    ...(session !== undefined && { sessionID: session }),
  }
}
