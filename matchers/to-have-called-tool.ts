import { elideLines } from '../src/model/elide.ts'
import { compareToolCall, printToolCall } from './expected-tool-call.ts'
import { failureMessage, negation, type Row } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText } from './matches-text.ts'
import { nearestReport } from './nearest-report.ts'
import { printLine } from './print-line.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toHaveCalledTool'

/**
 * Passes when the run called the tool `name` with such an input: of objects the fields that are named, of lists each item, strings whole;
 * undefined: any. Throws InvalidOptionError for a name of another type, and for a value that is no run.
 */
export function toHaveCalledTool(
  this: MatcherContext,
  received: unknown,
  name: ExpectedText,
  input?: unknown,
): MatcherResult {
  checkExpectedText(`${matcher} name`, name)
  const run = receivedRun(matcher, received)
  const { toolCalls } = run
  const comparisons = toolCalls.map((call) => compareToolCall(this, { name, input }, call))
  const matches = toolCalls.filter((_, index) => comparisons[index]?.differing.length === 0)
  const { isNot = false, utils } = this
  return {
    pass: matches.length > 0,
    // No `actual` and `expected`: the message has its own diff, of the nearest call alone.
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'run',
        expected: 'name',
        options: input === undefined ? undefined : 'input',
        rows: [
          ['Expected tool', `${negation(this)}${utils.printExpected(name)}`],
          ...(input === undefined ? [] : [['Expected input', printLine(utils, input)] satisfies Row]),
          ['Tools called', String(toolCalls.length)],
        ],
        sections: [
          isNot
            ? [
                'Matching:',
                ...elideLines(
                  matches.map((call) => printToolCall(utils, call)),
                  20,
                ),
              ].join('\n')
            : nearestReport(utils, comparisons, { name: (index) => toolCalls[index]?.name ?? '', decisive: ['name'] }),
          run.toString(),
        ],
      }),
  }
}
