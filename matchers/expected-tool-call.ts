import { checkKeys, checkRecord, isRecord } from '../src/model/checks.ts'
import type { ToolCallView } from '../src/model/run-result.ts'
import { isAsymmetricMatcher } from './asymmetric-matcher.ts'
import { compareFields } from './compare-fields.ts'
import { compareSubset, type SubsetComparison } from './compare-subset.ts'
import type { MatcherContext, MatcherUtils } from './matcher-context.ts'
import { checkExpectedText, type ExpectedText } from './matches-text.ts'
import { printLine } from './print-line.ts'

/** A call of a tool: its name, and of its input what matters; undefined: any. */
export interface ExpectedToolCall {
  readonly name: ExpectedText
  readonly input?: unknown
}

/** Holds a call against what is expected of it. */
export function compareToolCall(
  context: MatcherContext,
  { name, input }: ExpectedToolCall,
  call: ToolCallView,
): SubsetComparison {
  return compareFields({
    name: compareSubset(context, 'name', name, call.name),
    ...(input !== undefined && { input: compareSubset(context, 'input', input, call.input) }),
  })
}

/** An item of a list of calls: a name, or a call. Throws InvalidOptionError for anything else. */
export function readExpectedToolCall(path: string, value: unknown): ExpectedToolCall {
  if (!isRecord(value) || value instanceof RegExp || isAsymmetricMatcher(value)) {
    return { name: checkExpectedText(path, value) }
  }
  const { name, input } = checkRecord(path, value)
  checkKeys(path, value, ['name', 'input'])
  return { name: checkExpectedText(`${path}.name`, name), input }
}

/** A call as one line: `bash {"command": "ls"}`. */
export const printToolCall = (utils: MatcherUtils, { name, input }: ToolCallView): string =>
  `${name} ${printLine(utils, input, 140)}`

/** What is expected of a call as one line, as `printToolCall` has it. */
export function printExpectedCall(utils: MatcherUtils, { name, input }: ExpectedToolCall): string {
  const title = typeof name === 'string' ? name : printLine(utils, name)
  return input === undefined ? title : `${title} ${printLine(utils, input, 140)}`
}
