import { isRecord } from '../../../model/checks.ts'
import type { QuestionAnswers } from '../question-desk.ts'
import { giveOutcome } from './give-outcome.ts'
import type { Tool } from './tool.ts'

/** Asks the person, unless the script says what it gives. */
export const question: Tool = {
  input: { questions: 'array' },
  async play(run) {
    const given = run.input['questions']
    const questions: readonly unknown[] = Array.isArray(given) ? given : []
    const title = `Asked ${questions.length} question${questions.length === 1 ? '' : 's'}`
    if (run.outcome !== undefined) return giveOutcome(run, { title })
    const tool = { messageID: run.message.id, callID: run.callID }
    const answers = await run.server.questions.ask(run.session, tool, questions, run.signal)
    return { output: answered(questions, answers), title, metadata: { answers, truncated: false } }
  },
}

/** The answers as the model reads them; a question without one is `Unanswered`. */
function answered(questions: readonly unknown[], answers: QuestionAnswers): string {
  const pairs = questions.map((asked, index) => {
    const text = isRecord(asked) ? String(asked['question']) : ''
    return `"${text}"="${answers[index]?.join(', ') || 'Unanswered'}"`
  })
  return `User has answered your questions: ${pairs.join(', ')}. You can now continue with the user's answers in mind.`
}
