import { compareRun } from './compare-run.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText, matchesText } from './matches-text.ts'
import { receivedRun } from './received-run.ts'

const matcher = 'toEndTurnWith'

/** A finish reason in either spelling; undefined: none. */
export type ExpectedFinish = ExpectedText | undefined

/**
 * Passes when the last turn of the run ended with the finish reason `expected`; undefined: without one. DeepSeek writes
 * `tool_calls` what opencode writes `tool-calls` (facts/opencode-1x.md section 3): `_` and `-` are one here. A RegExp or an
 * asymmetric matcher is tried on both spellings. Throws InvalidOptionError for another type, and for a value that is no run.
 */
export function toEndTurnWith(this: MatcherContext, received: unknown, expected: ExpectedFinish): MatcherResult {
  if (expected !== undefined) checkExpectedText(`${matcher} finish`, expected)
  const run = receivedRun(matcher, received)
  return compareRun(this, run, {
    matcher,
    argument: 'finish',
    field: 'finish',
    pass: endsWith(this, run.finish, expected),
    actual: run.finish,
    expected,
  })
}

function endsWith(context: MatcherContext, finish: string | undefined, expected: ExpectedFinish): boolean {
  if (expected === undefined || finish === undefined) return context.equals(finish, expected, context.customTesters)
  const dashed = finish.replaceAll('_', '-')
  if (typeof expected === 'string') return matchesText(context, dashed, expected.replaceAll('_', '-'))
  return [finish, dashed, finish.replaceAll('-', '_')].some((spelling) => matchesText(context, spelling, expected))
}
