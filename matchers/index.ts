/**
 * The bare matchers, without side effect: `import * as matchers from 'opencode-testing/matchers'`, then `expect.extend(matchers)`.
 * Every value this module exports is a matcher; Jest refuses anything else, and Vitest would make an assertion of it.
 *
 * @module
 */
export { toEndTurnWith, type ExpectedFinish } from './to-end-turn-with.ts'
export { toHaveConsumedScript } from './to-have-consumed-script.ts'
export { toHaveCost, type CostOptions, type ExpectedCost } from './to-have-cost.ts'
export { toHaveEchoedReasoning } from './to-have-echoed-reasoning.ts'
export { toHaveOfferedTool } from './to-have-offered-tool.ts'
export { toHaveOutcome, type ExpectedOutcome } from './to-have-outcome.ts'
export { toHaveReceivedRequest } from './to-have-received-request.ts'
export { toHaveSentPrompt, type SentPromptOptions } from './to-have-sent-prompt.ts'
export { toHaveSettledOnce } from './to-have-settled-once.ts'
export type { AgentMatchers } from './agent-matchers.ts'
export type { AsymmetricMatcher } from './asymmetric-matcher.ts'
export type { ExpectedModel } from './expected-model.ts'
export type { ExpectedRequest } from './expected-request.ts'
export type { MatcherContext } from './matcher-context.ts'
export type { MatcherResult } from './matcher-result.ts'
export type { ExpectedText } from './matches-text.ts'
