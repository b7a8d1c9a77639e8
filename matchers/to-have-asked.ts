import { isRecord } from '../src/model/checks.ts'
import { elideLines } from '../src/model/elide.ts'
import { readAsked } from '../src/wire/read-asked.ts'
import { failureMessage, negation } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { checkExpectedText, type ExpectedText, matchesText } from './matches-text.ts'
import { nearestText } from './nearest-text.ts'
import { printLine } from './print-line.ts'
import { receivedEvents } from './received-events.ts'

const matcher = 'toHaveAsked'

/**
 * Passes when a person was asked a question whose text has `expected` in it: a string is a part, a RegExp matches in it. What was asked
 * is `questions`, where `received` has a list of texts as that, or what its events ask. Throws InvalidOptionError for an expected value of
 * another type, and for a value without either.
 */
export function toHaveAsked(this: MatcherContext, received: unknown, expected: ExpectedText): MatcherResult {
  checkExpectedText(`${matcher} expected`, expected)
  const questions = readQuestions(received)
  const asks = (text: string): boolean =>
    typeof expected === 'string' ? text.includes(expected) : matchesText(this, text, expected)
  const matching = questions.filter(asks)
  const { isNot = false, utils } = this
  const lines = (isNot ? matching : questions).map((text) => `- ${printLine(utils, text)}`)
  return {
    pass: matching.length > 0,
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: 'expected',
        rows: [
          ['Expected question', `${negation(this)}${utils.printExpected(expected)}`],
          ['Questions asked', String(questions.length)],
        ],
        sections: [
          lines.length === 0 ? '' : [isNot ? 'Matching:' : 'Asked:', ...elideLines(lines, 20)].join('\n'),
          isNot ? '' : nearestText(expected, questions),
        ],
      }),
  }
}

function readQuestions(received: unknown): readonly string[] {
  const questions = isRecord(received) ? received['questions'] : undefined
  if (Array.isArray(questions) && questions.every((text) => typeof text === 'string')) return questions
  return receivedEvents(matcher, received, 'what has a list of texts as `questions`').flatMap(({ raw }) => {
    const asked = readAsked(raw)
    return asked?.kind === 'questions' ? asked.texts : []
  })
}
