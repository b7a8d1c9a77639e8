import type { ModelView, PromptView } from '../wire/message-view.ts'
import { readMessage } from '../wire/read-message.ts'
import type { RunData } from './run-data.ts'
import { sessionOfRun } from './session-of-run.ts'

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
export function promptsOfRun(run: RunData): readonly SentPrompt[] {
  const session = sessionOfRun(run)
  return run.messages
    .map(readMessage)
    .filter((view) => view.role === 'user')
    .filter(({ origin }) => origin === 'user')
    .map((view) => toSentPrompt(view, session))
}

function toSentPrompt({ text, sessionID: own, id, agent, model }: PromptView, session: string | undefined): SentPrompt {
  const sessionID = own ?? session
  return {
    text,
    ...(sessionID !== undefined && { sessionID }),
    promptID: id,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
  }
}
