import type { ModelMessage } from './model-request.ts'

/** A prompt that a client sent to the model. */
export interface ModelPrompt {
  readonly text: string
  readonly model?: { readonly providerID: string; readonly modelID: string }
  readonly sessionID?: string
}

/** A request to a model as it was recorded. */
interface Asked {
  readonly model?: string | undefined
  readonly session?: string | undefined
  readonly messages: readonly ModelMessage[]
  readonly attempt: number
  readonly side?: unknown
}

/**
 * The prompts in a list of requests: a request whose last message is the user's sends one. A tool loop's later requests end in a tool's
 * result, a retry sends nothing new, and opencode's own side calls are none. `modelID`: of a request that names no model.
 */
export const modelPrompts = (
  requests: readonly Asked[],
  { providerID, modelID }: { readonly providerID: string; readonly modelID?: string },
): readonly ModelPrompt[] =>
  requests
    .filter(({ side, attempt, messages }) => !side && attempt === 1 && messages.at(-1)?.role === 'user')
    .map((request) => toPrompt(request, providerID, modelID))

function toPrompt({ messages, model, session }: Asked, providerID: string, modelID: string | undefined): ModelPrompt {
  const asked = model ?? modelID
  return {
    text: messages.at(-1)?.content ?? '',
    ...(asked !== undefined && { model: { providerID, modelID: asked } }),
    ...(session !== undefined && { sessionID: session }),
  }
}
