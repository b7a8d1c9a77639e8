import { elideLines } from '../src/model/elide.ts'
import { compareFields } from './compare-fields.ts'
import { compareSubset, type SubsetComparison } from './compare-subset.ts'
import { failureMessage, negation, type Row } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText, matchesText } from './matches-text.ts'
import { modelRequests } from './model-requests.ts'
import { nearestReport } from './nearest-report.ts'
import { printLine } from './print-line.ts'
import { type ToolResult, toolResults } from './tool-results.ts'

const matcher = 'toHaveSentToolResult'

/**
 * Passes when a request gave the model the result of a tool call: of the tool, or the call, `nameOrId`, and with such a content, where one
 * is given. A string is the whole content, a RegExp matches in it, an object or a list is held against the JSON in it as a subset. Throws
 * InvalidOptionError for a name of another type, and for a value that records no requests to a model.
 */
export function toHaveSentToolResult(
  this: MatcherContext,
  received: unknown,
  nameOrId: ExpectedText,
  content?: unknown,
): MatcherResult {
  checkExpectedText(`${matcher} nameOrId`, nameOrId)
  const results = toolResults(modelRequests(matcher, received))
  const comparisons = results.map((result) => compareResult(this, nameOrId, content, result))
  const matching = results.filter((_, index) => comparisons[index]?.differing.length === 0)
  const { isNot = false, utils } = this
  const lines = (which: readonly ToolResult[]): readonly string[] =>
    elideLines(
      which.map(({ name, id, content: text }) => `${named(name, id)}: ${printLine(utils, text, 140)}`),
      20,
    )
  return {
    pass: matching.length > 0,
    // No `actual` and `expected`: the message has its own diff, of the nearest result alone.
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: 'nameOrId',
        options: content === undefined ? undefined : 'content',
        rows: [
          ['Expected result of', `${negation(this)}${utils.printExpected(nameOrId)}`],
          ...(content === undefined ? [] : [['Expected content', printLine(utils, content)] satisfies Row]),
          ['Results sent', String(results.length)],
        ],
        sections: isNot
          ? [['Matching:', ...lines(matching)].join('\n')]
          : [
              nearestReport(utils, comparisons, {
                name: (index) => `of ${named(results[index]?.name, results[index]?.id ?? '')}`,
                decisive: ['tool'],
              }),
              results.length > 1 ? ['Sent:', ...lines(results)].join('\n') : '',
            ],
      }),
  }
}

function compareResult(
  context: MatcherContext,
  nameOrId: ExpectedText,
  expected: unknown,
  { name, id, content }: ToolResult,
): SubsetComparison {
  const own = [name, id].find((spelling) => spelling !== undefined && matchesText(context, spelling, nameOrId))
  return compareFields({
    tool: compareSubset(context, 'tool', nameOrId, own ?? name ?? id),
    ...(expected !== undefined && { content: compareSubset(context, 'content', expected, content) }),
  })
}

const named = (name: string | undefined, id: string): string => (name === undefined ? id : `${name} (${id})`)
