import { checkInteger, checkKeys, checkRecord } from '../src/model/checks.ts'
import type { SentPrompt } from '../src/model/run-prompts.ts'
import type { ExpectedModel } from './expected-model.ts'
import { failureMessage, negation, type Row } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import type { ExpectedText } from './matches-text.ts'
import { type PromptField, promptFields } from './prompt-fields.ts'
import { matchingPrompts, nearestReport } from './sent-prompt-report.ts'
import { sentPromptsOf } from './sent-prompts-of.ts'

const matcher = 'toHaveSentPrompt'

/** What else is expected of the prompt. `times`: exactly that many such prompts; without it, at least one. */
export interface SentPromptOptions {
  readonly times?: number
  readonly agent?: ExpectedText
  readonly model?: ExpectedModel
  readonly sessionID?: ExpectedText
}

/**
 * Passes when a prompt with the text `expected` was sent: a string is the whole text (its text parts joined by '\n'), a RegExp or
 * an asymmetric matcher may speak of a part. Throws InvalidOptionError for arguments that cannot be right, and for a value that
 * is no fake, model or run.
 */
export function toHaveSentPrompt(
  this: MatcherContext,
  received: unknown,
  expected: ExpectedText,
  options?: SentPromptOptions,
): MatcherResult {
  const { times, ...sender } = checkOptions(options)
  const fields = promptFields(this, matcher, { text: expected, ...sender })
  const prompts = sentPromptsOf(matcher, received)
  const matches = (prompt: SentPrompt): boolean => fields.every((field) => field.matches(prompt))
  const count = prompts.filter(matches).length
  const { isNot = false, utils } = this
  return {
    pass: times === undefined ? count > 0 : count === times,
    // No `actual` and `expected`: the message has its own diff, of the two texts, and a runner would print another.
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: 'expected',
        options: options && 'options',
        rows: [
          ...expectedRows(this, fields, times),
          ...(times === undefined ? [] : [['Received times', utils.printReceived(count)] as const]),
          ['Prompts sent', String(prompts.length)],
        ],
        sections: [
          matchingPrompts(utils, prompts, matches),
          isNot || count >= (times ?? 1) ? '' : nearestReport(utils, prompts, fields),
        ],
      }),
  }
}

function checkOptions(options: SentPromptOptions | undefined): SentPromptOptions {
  if (options === undefined) return {}
  const path = `${matcher} options`
  checkKeys(path, checkRecord(path, options), ['times', 'agent', 'model', 'sessionID'])
  if (options.times !== undefined) checkInteger(`${path}.times`, options.times)
  return options
}

// `.not` denies the number of times where one is given, else the prompt that the rows describe together.
function expectedRows(context: MatcherContext, fields: readonly PromptField[], times: number | undefined): Row[] {
  const { printExpected } = context.utils
  const not = negation(context)
  const prompt = fields.map(({ name, expected }): Row => {
    const denied = times === undefined && name === 'prompt' ? not : ''
    return [`Expected ${name}`, `${denied}${printExpected(expected)}`]
  })
  return times === undefined ? prompt : [...prompt, ['Expected times', `${not}${printExpected(times)}`]]
}
