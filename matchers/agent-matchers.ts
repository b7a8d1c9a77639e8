import type { ExpectedError } from './expected-error.ts'
import type { ExpectedProperties } from './expected-event.ts'
import type { ExpectedPatterns } from './to-have-asked-permission.ts'
import type { ExpectedToolCalls } from './to-have-called-tools.ts'
import type { ExpectedEvents } from './to-have-emitted-in-order.ts'
import type { ExpectedSentPrompts } from './to-have-sent-prompts.ts'
import type { ExpectedCount } from './to-have-steps.ts'
import type { ExpectedTokens } from './to-have-tokens.ts'
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

  /** Passes when the run's last text is so: a string is the whole text, a RegExp or `expect.stringContaining` a part. */
  toHaveText(expected: ExpectedText): R

  /** Passes when the model's reasoning in the last step is so: a string is the whole of it. */
  toHaveReasoning(expected: ExpectedText): R

  /** Passes when the run cost less than this many USD. */
  toHaveCostBelow(usd: number): R

  /** Passes when the run used these tokens; a count that is left out may be any. */
  toHaveTokens(tokens: ExpectedTokens): R

  /**
   * Passes when the run failed so: a string is a part of the error's message, a RegExp matches in it, an object names the fields of
   * `{ name, type, message, status }` that matter.
   */
  toHaveFailedWith(expected: ExpectedError): R

  /** Passes when the run called the tool, with such an input where one is given; objects are subsets. */
  toHaveCalledTool(name: ExpectedText, input?: unknown): R

  /** Passes when the run called these tools in this order, and no other; each a name or `{ name, input? }`. */
  toHaveCalledTools(calls: ExpectedToolCalls): R

  /** Passes when the run took this many round-trips to the model. */
  toHaveSteps(count: ExpectedCount): R

  /** Passes when these prompts were sent in this order, and no other; each a text or `{ text, agent?, model?, sessionID? }`. */
  toHaveSentPrompts(prompts: ExpectedSentPrompts): R

  /**
   * Passes when a request gave the model the result of this tool, or of the call with this id, with such a content where one is given; an
   * object is held against the JSON in it.
   */
  toHaveSentToolResult(nameOrId: ExpectedText, content?: unknown): R

  /** Passes when each request's messages begin with all those of the request before it, unchanged. */
  toHaveStablePrefix(): R

  /** Passes when leave was asked for this permission, and for these patterns where they are given. */
  toHaveAskedPermission(permission: ExpectedText, patterns?: ExpectedPatterns): R

  /** Passes when a question was asked whose text has this in it: a string is a part. */
  toHaveAsked(expected: ExpectedText): R

  /** Passes when an event of this type was emitted, with such properties where they are given; objects are subsets. */
  toHaveEmitted(type: ExpectedText, properties?: ExpectedProperties): R

  /** Passes when these events were emitted in this order, whatever stands between them; each a type or `{ type, properties? }`. */
  toHaveEmittedInOrder(expected: ExpectedEvents): R

  /** Passes when every event is of a type that some supported version of opencode is known to send. */
  toHaveOnlyKnownEvents(): R
}
