import type { RecipeAnswer } from './recipe-client.ts'
import { createNormaliser } from './set-aside.ts'
import { splitEvents } from './split-events.ts'

/** Events and answers as they are compared. `untold`: places of answers whose body is not. */
export function compared(
  events: Parameters<typeof splitEvents>[0],
  http: readonly RecipeAnswer[],
  untold: readonly number[] = [],
): unknown {
  const { placed, unplaced } = splitEvents(events)
  const normalise = createNormaliser()
  const answers = http.map(({ method, path, status, body }, index) =>
    untold.includes(index) ? { method, path, status } : { method, path, status, body },
  )
  // In this order ids are named by the events of the fixed part, and the rest must use the same names.
  const told = { placed: normalise(placed), unplaced: normalise(unplaced) }
  // Recordings list the answers as they came, recipes as they were asked for.
  const named = answers.map((answer) => normalise(withoutSummaries(answer)))
  return { ...told, answers: named.toSorted((one, other) => compareTexts(titleOf(one), titleOf(other))) }
}

const titleOf = (answer: unknown): string => `${Object(answer).method} ${Object(answer).path}`

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one === other ? 0 : 1)

/** The summary of a prompt comes when it comes (facts/opencode-1x.md section 15): a list of messages has it already, or not yet. */
function withoutSummaries(answer: Partial<Record<keyof RecipeAnswer, unknown>>): object {
  if (!Array.isArray(answer.body)) return answer
  const body = answer.body.map((message: unknown) => {
    const { info } = Object(message)
    return info?.role === 'user' ? { ...Object(message), info: { ...info, summary: undefined } } : message
  })
  return { ...answer, body }
}
