import { failureMessage, table } from './failure-message.ts'
import type { MatcherContext, MatcherUtils } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { modelRequests } from './model-requests.ts'
import { linesDiff } from './lines-diff.ts'
import { elideLines } from '../src/model/elide.ts'
import { type PrefixBreak, prefixBreaks } from './prefix-breaks.ts'
import { printLine } from './print-line.ts'
import { printLines } from './print-lines.ts'

const matcher = 'toHaveStablePrefix'

/**
 * Passes when the messages of each request begin with all those of the request before it, unchanged, so that the API can read them from its
 * cache. Sessions are held apart where requests name theirs; opencode's own side calls are left out. It fails where no request followed
 * another. Throws InvalidOptionError for a value that records no requests to a model.
 */
export function toHaveStablePrefix(this: MatcherContext, received: unknown): MatcherResult {
  const requests = modelRequests(matcher, received)
  const { followed, breaks } = prefixBreaks(requests, (one, other) => this.equals(one, other, this.customTesters))
  const [first] = breaks
  return {
    pass: followed > 0 && first === undefined,
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: '',
        rows: [
          ['Requests that follow another', String(followed)],
          ['That continue it', String(followed - breaks.length)],
          ['Requests received', String(requests.length)],
        ],
        sections: [
          followed === 0 ? 'No request followed another: there is no prefix to judge.' : '',
          ...(first ? [report(this.utils, first)] : []),
        ],
      }),
  }
}

function report(utils: MatcherUtils, { request, before, message, expected, received }: PrefixBreak): string {
  const place = `Request ${request + 1} does not continue request ${before + 1}: messages[${message}]`
  if (received === undefined) return `${place} is gone:\n${table([['Expected', printLine(utils, expected)]])}`
  const diff = linesDiff(printLines(utils, expected), printLines(utils, received))
  return `${place} differs:\n\n${elideLines(diff.split('\n'), 25).join('\n')}`
}
