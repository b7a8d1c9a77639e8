import { InvalidOptionError } from '../src/errors.ts'
import { type AsymmetricMatcher, isAsymmetricMatcher } from './asymmetric-matcher.ts'
import {
  compareToolCall,
  type ExpectedToolCall,
  printExpectedCall,
  printToolCall,
  readExpectedToolCall,
} from './expected-tool-call.ts'
import { failureMessage, negation } from './failure-message.ts'
import { isListOf, listDiff } from './list-diff.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import type { ExpectedText } from './matches-text.ts'
import { printLine } from './print-line.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveCalledTools'

/** The calls, each a name or `{ name, input? }`; or an asymmetric matcher for the list of names. */
export type ExpectedToolCalls = readonly (ExpectedText | ExpectedToolCall)[] | AsymmetricMatcher

/**
 * Passes when the run called these tools, in this order, and no other: `[]` when it called none. Throws InvalidOptionError for what is no
 * list of calls, and for a value that is no run.
 */
export function toHaveCalledTools(this: MatcherContext, received: unknown, calls: ExpectedToolCalls): MatcherResult {
  const expected = isAsymmetricMatcher(calls) ? calls : readCalls(calls)
  const run = receivedRun(matcher, received)
  const { toolCalls } = run
  const matches = (one: ExpectedToolCall, other: (typeof toolCalls)[number]): boolean =>
    compareToolCall(this, one, other).differing.length === 0
  const names = toolCalls.map(({ name }) => name)
  const { utils } = this
  return {
    pass: isAsymmetricMatcher(expected)
      ? this.equals(names, expected, this.customTesters)
      : isListOf(expected, toolCalls, matches),
    message: () => {
      const isList = !isAsymmetricMatcher(expected)
      const title = isList
        ? expected.map((call) => printExpectedCall(utils, call)).join(', ') || 'none'
        : printLine(utils, expected)
      return failureMessage(this, {
        matcher,
        received: 'run',
        expected: 'calls',
        rows: [
          ['Expected calls', `${negation(this)}${isList && !this.isNot ? expected.length : title}`],
          ['Received calls', isList && !this.isNot ? String(toolCalls.length) : names.join(', ') || 'none'],
        ],
        sections: [
          isList && !this.isNot
            ? listDiff(expected, toolCalls, {
                matches,
                printExpected: (call) => printExpectedCall(utils, call),
                printReceived: (call) => printToolCall(utils, call),
              })
            : '',
          run.toString(),
        ],
      })
    },
  }
}

function readCalls(calls: unknown): readonly ExpectedToolCall[] {
  const path = `${matcher} calls`
  if (Array.isArray(calls)) return calls.map((call: unknown, index) => readExpectedToolCall(`${path}[${index}]`, call))
  const expected = 'a list of tool names or { name, input? }, or an asymmetric matcher'
  throw new InvalidOptionError({ path, expected, received: calls })
}
