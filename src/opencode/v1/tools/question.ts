import { giveOutcome } from '../../tools/give-outcome.ts'
import { answeredQuestions } from '../../tools/answered-questions.ts'
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
    return { output: answeredQuestions(questions, answers), title, metadata: { answers, truncated: false } }
  },
}
