import { elideLines } from '../src/model/elide.ts'
import { failureMessage, negation } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText, matchesText } from './matches-text.ts'
import { modelRequests } from './model-requests.ts'

const matcher = 'toHaveOfferedTool'

/**
 * Passes when a request to the model offered a tool with the name `name`: a string is the whole name, a RegExp or an asymmetric
 * matcher may speak of a part. Throws InvalidOptionError for another type, and for a value that records no requests to a model.
 */
export function toHaveOfferedTool(this: MatcherContext, received: unknown, name: ExpectedText): MatcherResult {
  checkExpectedText(`${matcher} name`, name)
  const requests = modelRequests(matcher, received)
  const counts = new Map<string, number>()
  for (const tool of requests.flatMap(({ tools }) => [...new Set(tools)])) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  const matching = [...counts].filter(([tool]) => matchesText(this, tool, name))
  const { isNot = false, utils } = this
  const lines = (isNot ? matching : [...counts]).map(
    ([tool, count]) => `${utils.printReceived(tool)} in ${count} of ${requests.length} requests`,
  )
  return {
    pass: matching.length > 0,
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: 'name',
        rows: [
          ['Expected tool', `${negation(this)}${utils.printExpected(name)}`],
          ['Tools offered', String(counts.size)],
          ['Requests received', String(requests.length)],
        ],
        sections: [lines.length === 0 ? '' : [isNot ? 'Matching:' : 'Offered:', ...elideLines(lines, 25)].join('\n')],
      }),
  }
}
