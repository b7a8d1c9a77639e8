import type { ModelView, PromptView } from '../wire/message-view.ts'
import { readMessage } from '../wire/read-message.ts'
import type { RunData } from './run-data.ts'

/** The model that a prompt asked for. */
export type SentModel = ModelView

/** A prompt that was sent. `text` is its text parts joined by '\n'. */
export interface SentPrompt {
  readonly text: string
  readonly sessionID?: string
  readonly promptID?: string
  readonly agent?: string
  readonly model?: SentModel
}

/** The user's prompts of a run, oldest first; what opencode wrote in the user's name is left out. */
export function promptsOfRun({ messages }: RunData): readonly SentPrompt[] {
  return messages
    .map(readMessage)
    .filter((view) => view.role === 'user')
    .filter(({ origin }) => origin === 'user')
    .map(toSentPrompt)
}

function toSentPrompt({ text, sessionID, id, agent, model }: PromptView): SentPrompt {
  return {
    text,
    sessionID,
    promptID: id,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
  }
}
