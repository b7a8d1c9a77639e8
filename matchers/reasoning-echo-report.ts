import { elide } from '../src/model/elide.ts'
import { aroundDifference } from './around-difference.ts'
import { table } from './failure-message.ts'
import type { MatcherUtils } from './matcher-context.ts'
import type { ReasoningEcho } from './reasoning-echoes.ts'
import { shortTextDiff } from './short-text-diff.ts'

/** How many answers a failure text shows. */
const MOST = 4

/** The messages that carry the reasoning of their answer, one paragraph for each answer. */
export const unchangedReasoning = (
  { printReceived }: MatcherUtils,
  echoes: readonly ReasoningEcho[],
): readonly string[] =>
  paragraphs(echoes, ({ expected }) => table([['Received reasoning', printReceived(elide(expected, 120))]]))

/** The messages that do not, one paragraph for each answer, and one diff: of the first whose reasoning was altered. */
export function lostReasoning(
  { printExpected, printReceived }: MatcherUtils,
  echoes: readonly ReasoningEcho[],
): readonly string[] {
  const altered = echoes.find(({ received }) => received)
  return paragraphs(echoes, (echo) => {
    if (echo === altered) return shortTextDiff(echo.expected, echo.received ?? '')
    const [expected, received] = echo.received
      ? aroundDifference(echo.expected, echo.received)
      : [elide(echo.expected, 120), echo.received]
    return table([
      ['Expected reasoning', printExpected(expected)],
      ['Received reasoning', printReceived(received)],
    ])
  })
}

/** A loop sends a message again with each request: of each answer the first one is shown, and how often it came again. */
function paragraphs(echoes: readonly ReasoningEcho[], body: (echo: ReasoningEcho) => string): readonly string[] {
  const answers = [...new Set(echoes.map(({ answer }) => answer))]
  const shown = answers.slice(0, MOST).flatMap((answer) => {
    const [first, ...others] = echoes.filter((echo) => echo.answer === answer)
    if (!first) return []
    const again = others.length === 0 ? '' : `, and again in ${others.map(({ request }) => request + 1).join(', ')}`
    const place = `Request ${first.request + 1}, messages[${first.message}]: the answer to request ${answer + 1}${again}`
    return [`${place}\n${body(first)}`]
  })
  return answers.length > MOST ? [...shown, `… and ${answers.length - MOST} answers more`] : shown
}
