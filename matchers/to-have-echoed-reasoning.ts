import { failureMessage } from './failure-message.ts'
import type { MatcherContext } from './matcher-context.ts'
import type { MatcherResult } from './matcher-result.ts'
import { modelRequests } from './model-requests.ts'
import { lostReasoning, unchangedReasoning } from './reasoning-echo-report.ts'
import { reasoningEchoes } from './reasoning-echoes.ts'

const matcher = 'toHaveEchoedReasoning'

/**
 * Passes when later requests gave answers with reasoning back to the model, and each such message carries that reasoning unchanged; in
 * a request that offers no tools or does not think, it may be left out (facts/deepseek.md section 2.2). Throws InvalidOptionError for
 * a value that records no requests to a model.
 */
export function toHaveEchoedReasoning(this: MatcherContext, received: unknown): MatcherResult {
  const requests = modelRequests(matcher, received)
  const answers = requests.filter(({ reply }) => reply?.reasoning)
  const echoes = reasoningEchoes(requests)
  const unchanged = echoes.filter((echo) => echo.received === echo.expected)
  const lost = echoes.filter((echo) => echo.received !== echo.expected)
  const wrong = lost.filter(({ required, received: text }) => required || text)
  const { isNot = false, utils } = this
  return {
    pass: wrong.length === 0 && unchanged.length > 0,
    message: () =>
      failureMessage(this, {
        matcher,
        received: 'received',
        expected: '',
        rows: [
          ['Answers with reasoning', String(answers.length)],
          ['Messages from them', String(echoes.length)],
          ['Echoed unchanged', String(unchanged.length)],
          ['Requests received', String(requests.length)],
        ],
        sections: isNot
          ? unchangedReasoning(utils, unchanged)
          : [nothingToJudge(answers.length, echoes.length), ...lostReasoning(utils, wrong.length > 0 ? wrong : lost)],
      }),
  }
}

function nothingToJudge(answers: number, messages: number): string {
  if (messages > 0) return ''
  return answers === 0
    ? "No answer had reasoning: script one, such as [reasoning('a thought'), 'a text']."
    : 'No later request gave an answer with reasoning back to the model.'
}
