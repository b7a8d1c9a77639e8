import type { ExpectedRequest } from './expected-request.ts'
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

  /**
   * Passes when a fake received such a request. Objects are subsets, lists match item by item, strings are whole, a RegExp or an
   * asymmetric matcher may speak of a part; header names are in any case, keys redacted.
   */
  toHaveReceivedRequest(expected: ExpectedRequest): R

  /** Passes when every scripted reply was used, and nothing was asked beyond the script. */
  toHaveConsumedScript(): R

  /** Passes when a request to the model offered a tool of this name. */
  toHaveOfferedTool(name: ExpectedText): R

  /** Passes when answers with reasoning were given back to the model in later requests, each with its reasoning unchanged. */
  toHaveEchoedReasoning(): R

  /**
   * Passes when every session of these events came to rest exactly once: of a list, a run or a fake. The two idles of an abort are one
   * settlement; an idle without work before it is one more.
   */
  toHaveSettledOnce(): R
}
