import { InvalidOptionError } from '../src/errors.ts'
import { isRecord } from '../src/model/checks.ts'
import { elide, elideLines } from '../src/model/elide.ts'
import { failureMessage, type Row } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'

const matcher = 'toHaveConsumedScript'

/**
 * Passes when every scripted reply was used and nothing was asked beyond the script: `remaining` is 0, and `misses` has none of kind
 * `script`. Throws InvalidOptionError for a value that has no script.
 */
export function toHaveConsumedScript(this: MatcherContext, received: unknown): MatcherResult {
  const { remaining, misses, requests } = readScripted(received)
  const { isNot = false, utils } = this
  const receivedRows: readonly [left: Row, missed: Row] = [
    ['Received replies left', utils.printReceived(remaining)],
    ['Received script misses', utils.printReceived(misses.length)],
  ]
  const [left, missed] = receivedRows
  const rows: readonly Row[] = isNot
    ? [['Expected', 'a reply left, or a script miss'], left, missed]
    : [
        ['Expected replies left', utils.printExpected(0)],
        left,
        ['Expected script misses', utils.printExpected(0)],
        missed,
      ]
  const lines = misses.map((message, index) => `${index + 1}. ${elide(message.replaceAll(/\s+/g, ' '), 300)}`)
  return {
    pass: remaining === 0 && misses.length === 0,
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: '',
        rows: requests === undefined ? rows : [...rows, ['Requests received', String(requests)]],
        sections: [lines.length === 0 ? '' : ['Script misses:', ...elideLines(lines, 20)].join('\n')],
      }),
  }
}

interface Scripted {
  readonly remaining: number
  /** The messages of the script misses. */
  readonly misses: readonly string[]
  /** Undefined where none are recorded. */
  readonly requests: number | undefined
}

function readScripted(received: unknown): Scripted {
  const { remaining, misses = [], requests } = isRecord(received) ? received : {}
  if (typeof remaining === 'number' && Array.isArray(misses)) {
    return {
      remaining,
      misses: misses.filter(isRecord).flatMap(({ kind, message }) => (kind === 'script' ? [String(message)] : [])),
      requests: Array.isArray(requests) ? requests.length : undefined,
    }
  }
  const expected = 'a fake or model that plays a script, and so has `remaining`'
  throw new InvalidOptionError({ path: `${matcher} received`, expected, received })
}
