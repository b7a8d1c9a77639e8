import type { SentPrompt } from '../../src/model/run-prompts.ts'

/** What a fake opencode records, as far as matchers read it; a string is a prompt of which only the text is known. */
export function recorder(...prompts: readonly (string | SentPrompt)[]): {
  readonly sentPrompts: readonly SentPrompt[]
} {
  return { sentPrompts: prompts.map((sent) => (typeof sent === 'string' ? { text: sent } : sent)) }
}

/** Two prompts of two agents in two sessions, for the same model. */
export const login: SentPrompt = {
  text: 'Fix the login bug',
  sessionID: 'ses_1',
  agent: 'build',
  model: { providerID: 'deepseek', modelID: 'deepseek-flash' },
}
export const logout: SentPrompt = { ...login, text: 'Fix the logout bug', sessionID: 'ses_2', agent: 'plan' }
