import { isRecord } from '../../model/checks.ts'

/** The answers to questions as the model reads them; a question without one is `Unanswered`. */
export function answeredQuestions(questions: readonly unknown[], answers: readonly (readonly string[])[]): string {
  const pairs = questions.map((asked, index) => {
    const text = isRecord(asked) ? String(asked['question']) : ''
    return `"${text}"="${answers[index]?.join(', ') || 'Unanswered'}"`
  })
  return `User has answered your questions: ${pairs.join(', ')}. You can now continue with the user's answers in mind.`
}
