import { expect, test } from 'vitest'
import { readCapture } from '../fixtures/read-capture.ts'
import { type RecipeAnswer, recipeClient } from './recipe-client.ts'
import { errorRecipes } from './recipes-errors.ts'
import { sessionRecipes } from './recipes-sessions.ts'
import { turnRecipes } from './recipes-turns.ts'
import { createNormaliser, OF_THE_PROCESS } from './set-aside.ts'
import { splitEvents } from './split-events.ts'

const recipes = { ...turnRecipes, ...errorRecipes, ...sessionRecipes }

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
  return { placed: normalise(placed), unplaced: normalise(unplaced), answers: normalise(answers) }
}
