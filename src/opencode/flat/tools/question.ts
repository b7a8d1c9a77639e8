import { answeredQuestions } from '../../tools/answered-questions.ts'
import { awaitOutcome } from '../../tools/await-outcome.ts'
import type { FlatTool } from './flat-tool.ts'

/** Asks the person, unless the script says what it gives (captures/1.18.33-api/09a-question-reply.json). */
export const question: FlatTool = {
  input: { questions: 'array' },
  play: async (run) => {
    const given = run.input['questions']
    const questions: readonly unknown[] = Array.isArray(given) ? given : []
    if (run.outcome !== undefined) {
      const { output = '', metadata } = await awaitOutcome(run)
      return { content: [output], structured: { ...metadata } }
    }
    const answers = await run.askQuestions(questions)
    const said = answeredQuestions(questions, answers)
    return { content: [said], structured: { answers } }
  },
}
