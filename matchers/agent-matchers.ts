import type { ExpectedText } from './matches-text.ts'
import type { ExpectedFinish } from './to-end-turn-with.ts'
import type { CostOptions, ExpectedCost } from './to-have-cost.ts'
import type { ExpectedOutcome } from './to-have-outcome.ts'
import type { SentPromptOptions } from './to-have-sent-prompt.ts'

/**
 * The matchers as a test writes them. `R` is what an assertion gives back, void; an asymmetric matcher is a value the runner
 * reads. The setup entry of a runner puts them on its `expect`.
 */
export interface AgentMatchers<R = unknown> {
  /** Passes when the run ended so: 'succeeded', 'failed', 'interrupted', or null where nothing says how. */
  toHaveOutcome(outcome: ExpectedOutcome): R

  /**
   * Passes when the prompt was sent: to a fake or model that records its prompts, or in a run. A string is the whole text, a RegExp
   * or `expect.stringContaining` a part. `times`: exactly that often; without it, at least once.
   */
  toHaveSentPrompt(expected: ExpectedText, options?: SentPromptOptions): R

  /** Passes when the last turn of the run ended with this finish reason, `_` read as `-`; undefined: when it has none. */
  toEndTurnWith(finish: ExpectedFinish): R

  /** Passes when the run cost this many USD, give or take `within` (1e-9). */
  toHaveCost(usd: ExpectedCost, options?: CostOptions): R
}
