import { expect, test } from 'vitest'
import { readCapture } from '../fixtures/read-capture.ts'
import { type RecipeAnswer, recipeClient } from './recipe-client.ts'
import { errorRecipes } from './recipes-errors.ts'
import { peopleRecipes } from './recipes-people.ts'
import { sessionRecipes } from './recipes-sessions.ts'
import { toolRecipes } from './recipes-tools.ts'
import { turnRecipes } from './recipes-turns.ts'
import { createNormaliser, OF_THE_PROCESS } from './set-aside.ts'
import { splitEvents } from './split-events.ts'

const recipes = { ...turnRecipes, ...errorRecipes, ...sessionRecipes, ...toolRecipes, ...peopleRecipes }

test.for(Object.entries(recipes))(
  'plays %s as the real server did',
  async ([name, { script, options, play, untold = [] }]) => {
    const capture = readCapture(name)
    const client = recipeClient(script, options)
    await play(client)
    const recorded = capture.sse.filter(({ type }) => !OF_THE_PROCESS.has(type))
    expect(compared(client.opencode.events, client.http, untold)).toEqual(compared(recorded, capture.http, untold))
  },
)

function compared(
  events: Parameters<typeof splitEvents>[0],
  http: readonly RecipeAnswer[],
  untold: readonly number[],
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
