import type { RunResult } from '../src/model/run-result.ts'
import { failureMessage, negation } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'

/** One value of a run beside the one that is expected. */
export interface RunComparison {
  readonly matcher: string
  /** The matcher's arguments as the hint line calls them. */
  readonly argument: string
  readonly options?: string | undefined
  /** What is compared, as the labels call it: `Expected cost`, `Received cost`. */
  readonly field: string
  readonly pass: boolean
  readonly actual: unknown
  readonly expected: unknown
  /** How a value is printed, where the runner's own way will not do. */
  readonly print?: (value: unknown, print: (value: unknown) => string) => string
  /** What stands before the expected value, where it is not to be equal: `below `. */
  readonly relation?: string
  /** What follows the expected value, such as a tolerance. */
  readonly note?: string
}

/** The result of a matcher that compares one value of a run: when it fails, both values and the transcript. */
export function compareRun(context: MatcherContext, run: RunResult, comparison: RunComparison): MatcherResult {
  const {
    matcher,
    argument,
    options,
    field,
    pass,
    actual,
    expected,
    print = printed,
    relation = '',
    note = '',
  } = comparison
  const { printExpected, printReceived } = context.utils
  return {
    pass,
    message: () =>
      failureMessage(context, {
        matcher,
        received: 'run',
        expected: argument,
        options,
        rows: [
          [`Expected ${field}`, `${negation(context)}${relation}${print(expected, printExpected)}${note}`],
          [`Received ${field}`, print(actual, printReceived)],
        ],
        sections: [run.toString()],
      }),
    // Under .not the two are equal, and Vitest would print that they have no visual difference.
    ...(context.isNot ? {} : { actual, expected }),
  }
}

const printed = (value: unknown, print: (value: unknown) => string): string => print(value)
